@NullMarked
package io.gpucloud.stub.clock;

import org.jspecify.annotations.NullMarked;
