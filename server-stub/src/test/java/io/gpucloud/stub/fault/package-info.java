@NullMarked
package io.gpucloud.stub.fault;

import org.jspecify.annotations.NullMarked;
