/**
 * A stub inside the tests of the stub, with an account for each test. Users have {@code gpu-cloud-testing}, which runs
 * the stub as a process. The tests of this module cannot use that, because it contains this module.
 */
@NullMarked
package io.gpucloud.stub.junit;

import org.jspecify.annotations.NullMarked;
