/** The stub as a process that belongs to the tests that started it. */
@NullMarked
package io.gpucloud.stub;

import org.jspecify.annotations.NullMarked;
