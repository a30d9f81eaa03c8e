package io.gpucloud.client.testing;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;

/** A client of a server whose replies a test sets. The pauses of the client move its clock instead of taking time. */
public abstract class ClientTestBase {

    protected final TestTime time = new TestTime();

    @AutoClose
    protected final FaultServer server = new FaultServer();

    @AutoClose
    protected final GpuCloudClient client = TestClients.connect(server, time);

    private final List<GpuCloudClient> others = new ArrayList<>();

    /** A client of the server with other settings, which is closed after the test. */
    protected final GpuCloudClient client(UnaryOperator<GpuCloudClientBuilder> settings) {
        GpuCloudClient other = settings.apply(TestClients.builder(server, time)).build();
        others.add(other);
        return other;
    }

    @AfterEach
    void closeOthers() {
        others.forEach(GpuCloudClient::close);
    }
}
