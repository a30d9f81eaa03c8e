/** The stub as a program and as a library. */
@NullMarked
package io.gpucloud.stub;

import org.jspecify.annotations.NullMarked;
