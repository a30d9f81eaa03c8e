/** Leases of the client against the stub, in the time of the stub's accounts: nothing here waits. */
@NullMarked
package io.gpucloud.contract.lease;

import org.jspecify.annotations.NullMarked;
