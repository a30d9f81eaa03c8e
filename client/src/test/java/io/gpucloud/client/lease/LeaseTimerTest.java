package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.resource.ShutdownTimerVerification.Outcome;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Leases with a service that lists another timer or none, cannot rename, or does not start instances. */
class LeaseTimerTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", HOUR).withGpus("gpu");
    private static final LeaseOptions OPTIONS = LeaseOptions.defaults().withOwner("nightly");
    private static final Pattern TIMER = Pattern.compile("\"shutdown_time\":(\\d+)");

    /** Unique, because parallel tests log as well. */
    private final String id = "i-" + UUID.randomUUID();

    private final TestTime time = new TestTime();
    private final List<String> operations = new ArrayList<>();
    private final List<String> titles = new ArrayList<>();
    private final List<LongFunction<String>> listings =
            new ArrayList<>(List.<LongFunction<String>>of(LeaseTimerTest::asSent));
    private Reply renaming = Reply.done();
    private Reply starting = Reply.done();
    private boolean destroyable = true;
    private boolean startsByItself = true;
    private boolean created;
    private boolean running;
    private long sent;
    private final FaultServer server = new FaultServer(this::answer);
    private final GpuCloudClient client = TestClients.connect(server, time);
    private final Logger leaseLogger = (Logger) LoggerFactory.getLogger("io.gpucloud.client.lease");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void readTheLog() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        leaseLogger.addAppender(log);
    }

    @AfterEach
    void stop() {
        leaseLogger.detachAppender(log);
        client.close();
        server.close();
    }

    private static String asSent(long requested) {
        return timer(true, String.valueOf(requested));
    }

    private static String disabled(long requested) {
        return timer(false, String.valueOf(requested));
    }

    /** The timer as listed by a service that reads a timestamp as minutes. */
    private static String later(long requested) {
        return timer(true, String.valueOf(requested * 61));
    }

    private static String absent(long requested) {
        return "";
    }

    private static String timer(boolean enable, String shutdownTime) {
        return ",\"shutdown_regular\":{\"enable\":" + enable + ",\"shutdown_time\":" + shutdownTime + "}";
    }

    private synchronized Reply answer(ReceivedRequest request) {
        operations.add(request.operation().replaceFirst(".*/", ""));
        switch (request.operation()) {
            case "POST /instance/create_by_pod" -> {
                created = true;
                running = startsByItself;
                return Reply.data(record(""));
            }
            case "POST /instance/update_title" -> {
                titles.add(request.body());
                return renaming;
            }
            case "POST /instance/startup" -> {
                running = true;
                return starting;
            }
            case "POST /instance/shutdown_timer" -> {
                Matcher timer = TIMER.matcher(request.body());
                sent = timer.find() ? Long.parseLong(timer.group(1)) : 0;
                return Reply.done();
            }
            case "POST /instance/destroy" -> {
                created = created && !destroyable;
                return destroyable ? Reply.done() : Reply.code(-1, "an image uploads");
            }
            default -> {
                return Reply.data("{\"instance_list\":[" + (created ? record(listedTimer()) : "") + "]}");
            }
        }
    }

    /** The timers in the lists after one is set: one for each list, and the last one for all further lists. */
    private String listedTimer() {
        if (sent == 0) {
            return "";
        }
        return (listings.size() > 1 ? listings.remove(0) : listings.get(0)).apply(sent);
    }

    private String record(String timer) {
        return "{\"instance_uuid\":\"" + id + "\",\"title\":\"\",\"status\":" + (running ? 2 : 1) + timer + "}";
    }

    private synchronized void lists(List<LongFunction<String>> timers) {
        listings.clear();
        listings.addAll(timers);
    }

    private synchronized int times(String operation) {
        return (int) operations.stream().filter(operation::equals).count();
    }

    private List<String> warnings() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .filter(event -> event.getFormattedMessage().contains(id))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private InstanceLease rent(LeaseOptions options) {
        return Leases.of(client, options).rent(PLAN);
    }

    @Test
    void confirmsItsTimerInTheList() {
        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.timerVerified()).isTrue();
        assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR)).isEqualTo(Instant.ofEpochSecond(sent));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void endsToTheSecondWhenItsTimerDoes() throws InterruptedException {
        time.sleep(Duration.ofMillis(1));

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(1))
                .isEqualTo(Instant.ofEpochSecond(sent));
        assertThat(lease.extend(Duration.ofMillis(1500)))
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(3))
                .isEqualTo(Instant.ofEpochSecond(sent))
                .isEqualTo(lease.endsAt());
    }

    @Test
    void endsWhenTheListSaysSoIfThatIsWithinTheTolerance() {
        lists(List.of(requested -> timer(true, String.valueOf(requested + 30))));

        assertThat(rent(OPTIONS).endsAt()).isEqualTo(TestTime.START.plus(HOUR).plusSeconds(30));
    }

    @Test
    void destroysAnInstanceWhoseTimerIsNotEnabled() {
        lists(List.of(LeaseTimerTest::disabled));

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted)
                .hasMessageContaining("instance " + id)
                .hasMessageContaining("requested a shutdown at 2026-01-01T01:00:00Z")
                .hasMessageContaining("enable=false")
                .hasMessageContaining("the instance was destroyed")
                .hasNoSuppressedExceptions();
        assertThat(contradicted.instanceUuid()).isEqualTo(id);
        assertThat(contradicted.verification().outcome()).isEqualTo(Outcome.CONTRADICTED);
        assertThat(contradicted.mayHaveTakenEffect()).isFalse();
        assertThat(created).isFalse();
    }

    @Test
    void destroysAnInstanceWhoseTimestampWasTakenForMinutes() {
        lists(List.of(LeaseTimerTest::later));

        assertThatThrownBy(() -> rent(OPTIONS))
                .isInstanceOf(TimerNotConfirmedException.class)
                .hasMessageContaining("the instance was destroyed");

        assertThat(created).isFalse();
    }

    @Test
    void saysSoOnceIfItCannotDestroyTheInstance() {
        lists(List.of(LeaseTimerTest::disabled));
        destroyable = false;

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted).hasMessageContaining("the instance was not destroyed and may cost money");
        assertThat(contradicted.mayHaveTakenEffect()).isTrue();
        assertThat(contradicted.getSuppressed()).singleElement().isInstanceOf(InstanceNotDestroyedException.class);
        assertThat(time.passed()).isLessThan(OPTIONS.destroyDeadline().plusMinutes(1));
    }

    @Test
    void setsTheTimerOnceMoreBeforeItDestroysAnInstance() {
        lists(List.of(LeaseTimerTest::disabled, LeaseTimerTest::asSent));

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.timerVerified()).isTrue();
        assertThat(times("shutdown_timer")).isEqualTo(2);
        assertThat(created).isTrue();
    }

    @Test
    void destroysAnInstanceThatCannotLiveLonger() {
        lists(List.of(LeaseTimerTest::asSent, LeaseTimerTest::disabled));
        InstanceLease lease = rent(OPTIONS);

        assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(TimerNotConfirmedException.class);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(created).isFalse();
    }

    @Test
    void keepsAnInstanceWhoseTimerCannotBeVerifiedAndWarnsOnce() {
        lists(List.of(LeaseTimerTest::absent));

        InstanceLease lease = rent(OPTIONS);
        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR).plus(HOUR));
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("instance " + id + " cannot be verified", "no timer");
        assertThat(created).isTrue();
    }

    @Test
    void losesAConfirmationThatTheNextTimerDoesNotGet() {
        lists(List.of(LeaseTimerTest::asSent, LeaseTimerTest::absent));
        InstanceLease lease = rent(OPTIONS);

        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
    }

    @Test
    void destroysAnInstanceWhoseTimerCannotBeVerifiedOnRequest() {
        lists(List.of(LeaseTimerTest::absent));

        assertThatThrownBy(() -> rent(OPTIONS.withUnverifiedTimer(UnverifiedTimerPolicy.DESTROY)))
                .isInstanceOfSatisfying(
                        TimerNotConfirmedException.class,
                        unverified ->
                                assertThat(unverified.verification().outcome()).isEqualTo(Outcome.NOT_VERIFIABLE))
                .hasMessageContaining("the list shows no timer; the instance was destroyed");

        assertThat(created).isFalse();
    }

    @Test
    void setsItsTimerInTheUnitOfTheClient() {
        lists(List.of(minutes -> timer(
                true, String.valueOf(TestTime.START.plusSeconds(minutes * 60).getEpochSecond()))));
        try (GpuCloudClient inMinutes = TestClients.builder(server, time)
                .shutdownTimeUnit(ShutdownTimeUnit.MINUTES)
                .build()) {

            InstanceLease lease = Leases.of(inMinutes, OPTIONS).rent(PLAN);

            assertThat(sent).isEqualTo(60);
            assertThat(lease.timerVerified()).isTrue();
            assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR));
        }
    }

    @Test
    void givesAnInstanceItsTitleDirectlyAfterTheCreation() {
        Leases.of(client, OPTIONS).rent(PLAN.withTitle("training of the " + "x".repeat(50)));

        assertThat(operations).startsWith("list", "create_by_pod", "update_title", "list");
        assertThat(titles)
                .containsExactly("{\"instance_uuid\":\"" + id + "\",\"title\":\"nightly: training of the "
                        + "x".repeat(25) + "\"}");
    }

    @Test
    void goesOnWithoutATitleAndWarnsOnceForTheClient() {
        renaming = Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}");

        rent(OPTIONS).close();
        rent(OPTIONS.withOwner("other"));

        assertThat(created).isTrue();
        assertThat(times("update_title")).isEqualTo(2);
        assertThat(warnings()).singleElement().asString().contains("cannot be renamed");
    }

    @Test
    void startsWhatTheServiceDoesNotStart() {
        startsByItself = false;

        InstanceLease lease = rent(OPTIONS.withStartAfterCreate());

        assertThat(operations).startsWith("list", "create_by_pod", "update_title", "startup", "list");
        assertThat(times("startup")).isEqualTo(1);
        assertThat(lease.timerVerified()).isTrue();
    }

    @Test
    void startsNothingUnlessToldTo() {
        rent(OPTIONS);

        assertThat(times("startup")).isZero();
    }

    @Test
    void destroysWhatTheServiceRefusesToStart() {
        startsByItself = false;
        starting = Reply.code(-1, "its state does not allow this");

        assertThatThrownBy(() -> rent(OPTIONS.withStartAfterCreate())).isInstanceOf(OperationFailedException.class);

        assertThat(created).isFalse();
    }

    @Test
    void waitsForWhatMayHaveBeenStarted() {
        startsByItself = false;
        starting = Reply.reset();

        assertThat(rent(OPTIONS.withStartAfterCreate()).timerVerified()).isTrue();
        assertThat(times("startup")).isEqualTo(1);
    }
}
