package io.gpucloud.contract.lease;

import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubCapacity;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Base class of tests of leases. Each test has its own account. */
abstract class LeaseTestBase {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    TestAccount account;

    @BeforeEach
    void open(StubAccount stubAccount, StubClock clock, StubFaults faults, StubJournal journal, StubCapacity capacity) {
        account = TestAccount.of(stubAccount, clock, faults, journal, capacity);
    }
}
