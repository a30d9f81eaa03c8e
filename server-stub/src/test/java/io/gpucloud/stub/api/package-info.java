@NullMarked
package io.gpucloud.stub.api;

import org.jspecify.annotations.NullMarked;
