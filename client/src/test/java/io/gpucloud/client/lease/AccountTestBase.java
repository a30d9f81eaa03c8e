package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** Leases in an account whose replies the test chooses. */
abstract class AccountTestBase {

    static final Duration HOUR = Duration.ofHours(1);
    static final RentalPlan PLAN =
            RentalPlan.builder().podUuid("pod").maxLifetime(HOUR).gpus("gpu").build();

    /** The options of the only user of the account. */
    static final LeaseOptions SOLE = LeaseOptions.builder()
            .withoutJournal()
            .accountUse(AccountUse.SOLE_USER)
            .build();

    /** The options of a replica, whose instances all get a title. */
    static final LeaseOptions REPLICA = LeaseOptions.builder()
            .withoutJournal()
            .owner("service")
            .accountUse(AccountUse.OWNER_TITLES)
            .build();

    static final Reply EMPTY_LIST = Reply.data("{\"instance_list\":[]}");

    final TestTime time = new TestTime();
    final AccountService account;
    final String prefix;
    final String firstInstance;
    final FaultServer server;
    final GpuCloudClient client;
    private final List<GpuCloudClient> others = new ArrayList<>();

    AccountTestBase() {
        this("instance-");
    }

    /**
     * {@code prefix}: begins the identifiers of the instances. Tests that read the log need one of their own, because
     * tests run in parallel.
     */
    AccountTestBase(String prefix) {
        account = new AccountService(time, prefix);
        this.prefix = prefix;
        firstInstance = prefix + 1;
        server = new FaultServer(account::reply);
        client = TestClients.connect(server, time);
    }

    /** The client of another program. */
    GpuCloudClient anotherClient() {
        GpuCloudClient another = TestClients.connect(server, time);
        others.add(another);
        return another;
    }

    /** The options of a service that hands its leases over to its next start. */
    static LeaseOptions.Builder handingOver(Path journal) {
        return LeaseOptions.builder()
                .owner("service")
                .journal(journal)
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                .onClose(OnClose.HAND_OVER);
    }

    void pass(Duration duration) {
        var unused = time.after(duration);
    }

    /** Lets the time pass by minutes. After each, the leases do what is due. */
    void pass(DefaultLeases leases, Duration duration) {
        Duration minute = Duration.ofMinutes(1);
        for (Duration passed = Duration.ZERO; passed.compareTo(duration) < 0; passed = passed.plus(minute)) {
            pass(minute);
            leases.upkeep();
        }
    }

    /** A listener that does something at each event of a type. */
    static LeaseListener at(LeaseEvent.Type type, Runnable work) {
        return event -> {
            if (event.type() == type) {
                work.run();
            }
        };
    }

    /** Copies the files that a killed process leaves on disk. Their locks are free. */
    static void copyRecords(Path journal, Path killed) {
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : files.toList()) {
                Files.copy(file, killed.resolve(file.getFileName()));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A client whose pauses begin with this. */
    GpuCloudClient pausing(Runnable meanwhile) {
        return TestClients.builder(server, time)
                .timer(time.withPauses(pause -> {
                    meanwhile.run();
                    return time.after(pause);
                }))
                .build();
    }

    /** Asserts that a create request may have taken effect, and which instances it may have made. */
    static void assertOutcomeUnknown(Throwable failure, String... candidates) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        CreationOutcomeUnknownException.class,
                        unknown -> assertThat(unknown.candidates())
                                .extracting(Instance::instanceUuid)
                                .containsExactly(candidates));
    }

    @AfterEach
    void stop() {
        others.forEach(GpuCloudClient::close);
        client.close();
        server.close();
    }
}
