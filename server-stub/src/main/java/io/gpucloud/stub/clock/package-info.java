/** The time of the stub and of each account, and everything that blocks or schedules. */
@NullMarked
package io.gpucloud.stub.clock;

import org.jspecify.annotations.NullMarked;
