package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManyStubsTest {

    private static final int MANY = 6;
    private static final int AGAIN = 3;

    /** Starts many stubs in one JVM, in parallel and in sequence, as test classes do. */
    @Test
    void canBeStartedAndClosedAtOnce() {
        ExecutorService starters = Executors.newFixedThreadPool(MANY);
        CountDownLatch gate = new CountDownLatch(1);
        List<CompletableFuture<GpuCloudStub>> starting = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> startedAt(gate), starters))
                .limit(MANY)
                .toList();
        gate.countDown();
        List<GpuCloudStub> stubs =
                starting.stream().map(CompletableFuture::join).toList();
        try {
            assertThat(stubs).extracting(GpuCloudStub::baseUrl).doesNotHaveDuplicates();
        } finally {
            stubs.forEach(GpuCloudStub::close);
            starters.shutdown();
        }
    }

    private static GpuCloudStub startedAt(CountDownLatch gate) {
        try {
            gate.await();
            for (int i = 0; i < AGAIN; i++) {
                GpuCloudStub.start().close();
            }
            return GpuCloudStub.start();
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }
}
