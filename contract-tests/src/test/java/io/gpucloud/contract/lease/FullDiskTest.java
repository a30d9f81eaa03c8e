package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-overs on a full disk. A limit of the size of files, which the program sets for itself, stands for it. */
@Tag("ci")
@EnabledOnOs(OS.LINUX)
class FullDiskTest {

    private static LeaseOptions.Builder options(Path journal) {
        return KilledProgram.OPTIONS.toBuilder()
                .owner("service")
                .journal(journal)
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                .onClose(OnClose.HAND_OVER);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandOverDestroysNoJob(boolean canOverwrite, @TempDir Path journal) throws Exception {
        try (StubAccount account = InProcessStub.newAccount()) {
            account.takesTime(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1));
            account.clock().speed(1);
            Process program =
                    JavaProcess.start(Program.class, account.baseUrl(), account.apiKey(), journal, canOverwrite);
            try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
                List<String> instances = output.lines().toList();
                assertThat(instances).hasSize(2);
                assertThat(program.waitFor()).isZero();

                try (GpuCloudClient client = StubClient.of(account.baseUrl(), account.apiKey());
                        Leases leases = Leases.of(client, options(journal).build())) {
                    assertThat(leases.openLeases())
                            .extracting(InstanceLease::instanceUuid)
                            .containsExactlyInAnyOrderElementsOf(instances);
                }
            } finally {
                program.destroyForcibly();
            }
        }
    }

    /** Rents, and closes its leases when it can write no more. */
    static final class Program {

        private Program() {}

        /** The arguments: address, API key, journal, whether the file of the journal can be overwritten. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            Path journal = Path.of(arguments[2]);
            try (GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
                    Leases leases = Leases.of(client, options(journal).build())) {
                System.out.println(leases.rent(TestAccount.PLAN).instanceUuid());
                System.out.println(leases.rent(TestAccount.PLAN).instanceUuid());
                limitFilesTo(Boolean.parseBoolean(arguments[3]) ? size(journal) : 0);
            }
        }

        private static long size(Path journal) throws IOException {
            try (Stream<Path> files = Files.list(journal)) {
                Path file = files.filter(one -> one.getFileName().toString().matches("lease-.*\\.jsonl"))
                        .findFirst()
                        .orElseThrow();
                return Files.size(file);
            }
        }

        private static void limitFilesTo(long bytes) throws IOException, InterruptedException {
            String pid = Long.toString(ProcessHandle.current().pid());
            int status = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException("prlimit failed");
            }
        }
    }
}
