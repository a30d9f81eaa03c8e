package io.gpucloud.contract;

import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.StubAccount;

/**
 * A stub in the JVM of the tests, shared by all of them. Its traffic is checked against the contract, because
 * {@code stub.validate} is set for these tests. {@code mvn test} can use it: the stub as a process of its own exists
 * only after {@code mvn package}.
 */
public final class InProcessStub {

    private static final GpuCloudStubServer STUB =
            GpuCloudStubServer.attach(GpuCloudStub.start().baseUrl());

    private InProcessStub() {}

    /** Gives each test an account of this stub. */
    public static GpuCloudStubExtension extension() {
        return GpuCloudStubExtension.using(STUB);
    }

    /** An account for one of several runs of a test. */
    public static StubAccount newAccount() {
        return STUB.newAccount();
    }
}
