package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One client, used by many threads at the same time. */
class ManyThreadsTest {

    private static final int MANY = 100;

    @Test
    void areServedAtTheSameTime() throws Exception {
        CyclicBarrier everyoneIsHere = new CyclicBarrier(MANY);
        ExecutorService threads = Executors.newFixedThreadPool(MANY);
        try (FaultServer server = new FaultServer(request -> once(everyoneIsHere));
                GpuCloudClient client = TestClients.connect(server)) {
            Callable<Balance> call = () -> client.billing().balance();

            for (Future<Balance> balance : threads.invokeAll(Collections.nCopies(MANY, call))) {
                assertThat(balance.get().balance()).isEqualByComparingTo("1");
            }
            assertThat(server.requests()).isEqualTo(MANY);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Reply once(CyclicBarrier everyoneIsHere) {
        return connection -> {
            try {
                everyoneIsHere.await();
            } catch (BrokenBarrierException broken) {
                throw new IOException(broken);
            }
            Reply.balance().writeTo(connection);
        };
    }
}
