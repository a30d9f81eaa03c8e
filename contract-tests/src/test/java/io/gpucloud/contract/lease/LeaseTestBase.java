package io.gpucloud.contract.lease;

import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Base class of tests of leases. Each test has its own account. */
abstract class LeaseTestBase {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    TestAccount account;

    @BeforeEach
    void open(StubAccount stubAccount) {
        account = TestAccount.of(stubAccount);
    }

    /** Each open client has a thread, and {@link OrphansTest} has thousands of them. */
    @AfterEach
    void close() {
        account.client().close();
    }
}
