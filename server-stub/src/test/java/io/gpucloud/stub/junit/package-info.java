/** A stub inside the tests of the stub, with an account for each test. Users have {@code gpu-cloud-testing}, which runs it as a process. */
@NullMarked
package io.gpucloud.stub.junit;

import org.jspecify.annotations.NullMarked;
