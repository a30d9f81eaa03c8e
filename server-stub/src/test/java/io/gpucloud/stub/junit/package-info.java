@NullMarked
package io.gpucloud.stub.junit;

import org.jspecify.annotations.NullMarked;
