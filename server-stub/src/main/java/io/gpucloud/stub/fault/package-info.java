/** Faults that a tester sets: effects on responses and on the lifecycle of instances. */
@NullMarked
package io.gpucloud.stub.fault;

import org.jspecify.annotations.NullMarked;
