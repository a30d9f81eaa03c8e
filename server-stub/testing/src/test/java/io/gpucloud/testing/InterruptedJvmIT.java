package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl+C in a terminal, and the end of a CI job, send a signal to the tests and to the stub that they started. */
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class InterruptedJvmIT {

    private static final int SECONDS_TO_END = 30;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void cleansUpWithTheStub(String signal, @TempDir Path cache) throws Exception {
        Process jvm = TestJvm.of(RentUntilEnd.class, cache).start();
        try (BufferedReader output = jvm.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (!"RENTED".equals(line)) {
                assertThat(line).as("the program has ended").isNotNull();
                line = output.readLine();
            }
            List<ProcessHandle> stubs = jvm.children().toList();
            assertThat(stubs).hasSize(1);
            ProcessHandle stub = stubs.get(0);

            send(signal, stub.pid());
            send(signal, stub.pid());
            send(signal, jvm.pid());

            assertThat(output.lines()).contains("LEFT []");
            assertThat(jvm.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
            // It does not outlive its tests.
            assertThat(stub.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS).isAlive())
                    .isFalse();
        } finally {
            jvm.destroyForcibly();
        }
    }

    static void send(String signal, long process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, "" + process).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** A program that rents an instance and destroys it when it ends. */
    static final class RentUntilEnd {

        private RentUntilEnd() {}

        /** Rents an instance. */
        public static void main(String[] arguments) throws InterruptedException {
            StubAccount account = GpuCloudStubServer.start().newAccount();
            var rented = account.client().instances().create(GpuCloudStubTestIT.SPEC);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                account.client().instances().destroy(rented.instanceUuid());
                System.out.println(
                        "LEFT " + account.client().instances().list().stream().toList());
            }));
            System.out.println("RENTED");
            Thread.currentThread().join();
        }
    }
}
