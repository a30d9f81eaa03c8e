package io.gpucloud.client.testing;

import io.gpucloud.client.GpuCloudClient;
import org.junit.jupiter.api.AutoClose;

/** A client of a server whose replies a test sets. The pauses of the client move its clock instead of taking time. */
public abstract class ClientTestBase {

    protected final TestTime time = new TestTime();

    @AutoClose
    protected final FaultServer server = new FaultServer();

    @AutoClose
    protected final GpuCloudClient client = TestClients.connect(server, time);
}
