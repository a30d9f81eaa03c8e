package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills JVMs while they start or use a stub. More of them: {@code -Dkilled.jvms=200}. */
@Tag("ci")
class KilledJvmsIT {

    private static final int JVMS = Integer.getInteger("killed.jvms", 5);
    private static final int LATEST_MILLIS = Integer.getInteger("killed.latest-millis", 6_000);

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void leaveNeitherProcessesNorFiles(@TempDir Path cache) throws Exception {
        Random random = new Random(1);
        int withStub = 0;
        for (int i = 0; i < JVMS; i++) {
            // In the first rounds also while the jars are written.
            withStub += killAfter(random.nextInt(LATEST_MILLIS), cache);
        }
        System.out.println(JVMS + " JVMs killed, " + withStub + " of them with a stub");

        try (Stream<Path> files = Files.walk(cache)) {
            // A JVM that is killed while it writes a jar leaves a part, which a start deletes a day later.
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString())
                            .filter(name -> !name.endsWith(".part")))
                    .containsExactlyInAnyOrder("stub.jar", "stub.jar.seal");
        }
    }

    private static int killAfter(int millis, Path cache) throws Exception {
        Process jvm = TestJvm.of(UseStub.class, cache)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(jvm.waitFor(millis, TimeUnit.MILLISECONDS))
                .as("ended by itself")
                .isFalse();
        List<ProcessHandle> stubs = jvm.descendants().toList();
        jvm.destroyForcibly().waitFor();
        // Processes that were started after the list are found by their command.
        List<ProcessHandle> left =
                Stream.concat(stubs.stream(), stubsOf(cache)).distinct().toList();
        CompletableFuture.allOf(left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .get();
        assertThat(stubsOf(cache)).isEmpty();
        return left.isEmpty() ? 0 : 1;
    }

    /** The processes that run from this cache. */
    static Stream<ProcessHandle> stubsOf(Path cache) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(cache.toString()))
                .filter(process -> !process.equals(ProcessHandle.current()));
    }

    /** A program that starts a stub and uses it until it is killed. */
    static final class UseStub {

        private UseStub() {}

        /** Starts the stub and uses it. */
        public static void main(String[] arguments) {
            StubAccount account = GpuCloudStubServer.start().newAccount();
            while (true) {
                account.clock().freeze();
            }
        }
    }
}
