@NullMarked
package io.gpucloud.stub.domain;

import org.jspecify.annotations.NullMarked;
