package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void cleansUpWithTheStub(String signal, @TempDir Path cache) throws Exception {
        assumeTrue(isNotIgnored(signal), "SIG" + signal + " is ignored here, for example because of nohup");
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

            // Before the output is read, which nothing could interrupt.
            jvm.waitFor();
            assertThat(output.lines()).contains("LEFT []");
            // It does not outlive its tests.
            stub.onExit().get();
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** Processes inherit ignored signals, and neither a shell nor a JVM can handle them. */
    private static boolean isNotIgnored(String signal) throws Exception {
        String script = "trap 'exit 1' " + signal + "; kill -" + signal + " $$; exit 0";
        return new ProcessBuilder("sh", "-c", script).start().waitFor() == 1;
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
