@NullMarked
package io.gpucloud.stub.state;

import org.jspecify.annotations.NullMarked;
