package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.stub.GpuCloudStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is stopped by SIGTERM at random points of its rentals and started again. It hands its leases over. The
 * number of stops is the system property {@code lease.stops}.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TerminatedProcessesTest {

    private static final int STOPS = Integer.getInteger("lease.stops", 5);
    private static final int MOST_LINES = 8;
    private static final int MOST_LEASES = 3;

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start(
            "stub.lifecycle.boot=1s",
            "stub.metering.enabled=false",
            "stub.metering.require-funds=false",
            "stub.validate=off");

    @AutoClose
    private final GpuCloudClient client = StubClient.of(stub.baseUrl(), KilledProgram.KEY);

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyStartHasTheLeasesOfTheLast(@TempDir Path journal) throws Exception {
        Random random = new Random(1);
        Set<String> handedOver = Set.of();
        int all = 0;
        for (int i = 0; i < STOPS; i++) {
            Service service = new Service(stub.baseUrl().toString(), journal);
            try {
                assertThat(service.recovered()).as("leases of start %d", i).isEqualTo(handedOver);
                service.readLines(random.nextInt(MOST_LINES));
                service.stop();
            } finally {
                service.process.destroyForcibly();
            }
            handedOver = listed();
            all += handedOver.size();
            assertThat(handedOver).as("what runs on after stop %d", i).containsAll(service.leases);
        }
        try (Leases last = Leases.of(client, Program.options(journal))) {
            assertThat(last.openLeases())
                    .extracting(InstanceLease::instanceUuid)
                    .containsAll(handedOver);
            last.openLeases().forEach(InstanceLease::close);
        }
        assertThat(listed()).isEmpty();
        System.out.printf("%d stops handed over %d leases%n", STOPS, all);
        assertThat(all).isPositive();
    }

    private Set<String> listed() {
        Set<String> listed = new HashSet<>();
        client.instances().list().stream().map(Instance::instanceUuid).forEach(listed::add);
        return listed;
    }

    /** A process of {@link Program}, and the leases that its output names. */
    private static final class Service {

        private final Process process;
        private final BufferedReader output;
        private final Set<String> leases = new HashSet<>();

        private Service(String url, Path journal) throws IOException {
            process = JavaProcess.start(Program.class, url, journal);
            output = process.inputReader(StandardCharsets.UTF_8);
        }

        /** The leases that the program has when it starts. */
        private Set<String> recovered() throws IOException {
            while (!read().equals("started")) {
                // Each line names a lease.
            }
            return Set.copyOf(leases);
        }

        private void readLines(int lines) throws IOException {
            for (int i = 0; i < lines; i++) {
                read();
            }
        }

        private String read() throws IOException {
            String line = output.readLine();
            if (line == null) {
                throw new IOException("the program has ended");
            }
            note(line);
            return line;
        }

        /**
         * Includes the output that the program writes while it ends. {@link Process#destroy} would close its output.
         */
        private void stop() throws InterruptedException {
            process.toHandle().destroy();
            output.lines().forEach(this::note);
            process.waitFor();
        }

        private void note(String line) {
            if (line.startsWith("has ")) {
                leases.add(line.substring(4));
            } else if (line.startsWith("closes ")) {
                leases.remove(line.substring(7));
            }
        }
    }

    /** Has three leases, extends them, and replaces the oldest. */
    static final class Program {

        private Program() {}

        static LeaseOptions options(Path journal) {
            return KilledProgram.OPTIONS.toBuilder()
                    .journal(journal)
                    .owner("service")
                    .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                    .onClose(OnClose.HAND_OVER)
                    .closeOnExit(true)
                    .build();
        }

        public static void main(String[] arguments) {
            GpuCloudClient client = StubClient.of(arguments[0], KilledProgram.KEY);
            Leases leases = Leases.of(client, options(Path.of(arguments[1])));
            Queue<InstanceLease> open = new ArrayDeque<>(leases.openLeases());
            open.forEach(lease -> System.out.println("has " + lease.instanceUuid()));
            System.out.println("started");
            while (true) {
                if (open.size() == MOST_LEASES) {
                    System.out.println("closes " + open.element().instanceUuid());
                    open.remove().close();
                }
                InstanceLease lease = leases.rent(TestAccount.PLAN);
                open.add(lease);
                System.out.println("has " + lease.instanceUuid());
                lease.extend(Duration.ofMinutes(1));
                System.out.println("extended");
            }
        }
    }
}
