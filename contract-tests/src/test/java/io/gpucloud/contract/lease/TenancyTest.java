package io.gpucloud.contract.lease;

import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import io.gpucloud.stub.junit.StubCapacity;
import io.gpucloud.stub.junit.StubClock;
import io.gpucloud.stub.junit.StubFaults;
import io.gpucloud.stub.junit.StubJournal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** What tests of leases have in common: each has an account of its own. */
@ExtendWith(GpuCloudStubExtension.class)
abstract class TenancyTest {

    Tenancy tenancy;

    @BeforeEach
    void open(StubAccount account, StubClock clock, StubFaults faults, StubJournal journal, StubCapacity capacity) {
        tenancy = Tenancy.of(account, clock, faults, journal, capacity);
    }
}
