package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine whose clock is wrong: to it, the time of the service is ahead or behind. */
class ServiceTimeTest {

    private static final String INSTANCES = "{\"code\":0,\"data\":{\"instance_list\":[%s]}}";
    private static final Duration CLOSE = Duration.ofMinutes(1);

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final GpuCloudClient client = builder().build();

    private void serve(Instant time, String... headers) {
        serve(time, "", headers);
    }

    private void serve(Instant time, String instance, String[] headers) {
        String date = "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
        server.reply(Reply.json(
                200,
                INSTANCES.formatted(instance),
                (date + "\n" + String.join("\n", headers)).strip().split("\n")));
    }

    private GpuCloudClientBuilder builder() {
        return GpuCloudClient.builder().baseUrl(server.url()).apiKey("key");
    }

    /** The moment of the shutdown timer that a client sets an hour ahead. */
    private Instant hourAhead(GpuCloudClient client) {
        client.instances().list();
        client.instances().scheduleShutdown("i", Duration.ofHours(1));
        ReceivedRequest last = server.received().get(server.requests() - 1);
        return Instant.ofEpochSecond(Long.parseLong(last.body().replaceAll(".*\"shutdown_time\":(\\d+).*", "$1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT8H", "-PT8H", "PT3M", "-PT3M"})
    void shutdownTimersFollowTheService(Duration ahead) {
        Instant service = WaitTimer.system().now().plus(ahead);
        serve(service);
        Instant timer = hourAhead(client);

        assertThat(Duration.between(service.plus(Duration.ofHours(1)), timer)).isBetween(CLOSE.negated(), CLOSE);
    }

    @Test
    void isTheTimeOfTheMachineIfTheDifferenceIsSmall() {
        Instant service = WaitTimer.system().now().plusSeconds(90);
        serve(service);
        client.instances().list();

        assertThat(client.timer().now()).isBefore(service);
    }

    @Test
    void doesNotFollowAResponseOfACache() {
        Instant old = WaitTimer.system().now().minus(Duration.ofHours(8));
        serve(old, "Age: 28800");
        assertThat(hourAhead(client)).isAfter(old.plus(Duration.ofHours(8)));
    }

    @Test
    void isUsedByASweepThatIsTheFirstCall() {
        Instant service = WaitTimer.system().now().minus(Duration.ofHours(8));
        String young = "{\"instance_uuid\":\"i\",\"title\":\"\",\"status\":2,\"create_time\":%d}"
                .formatted(service.getEpochSecond());
        serve(service, young, new String[0]);
        SweepCriteria old =
                SweepCriteria.olderThan(Duration.ofHours(1)).includeTimed().includeOtherOwners();

        assertThat(TestClients.leases(client).sweep(old).found()).isEmpty();
    }

    @Test
    void doesNotChangeATimerOfTheUser() {
        TestTime time = new TestTime();
        serve(time.now().plus(Duration.ofDays(365)));
        try (GpuCloudClient client = builder().timer(time).build()) {
            assertThat(hourAhead(client)).isEqualTo(time.now().plus(Duration.ofHours(1)));
        }
    }

    @Test
    void doesNotFollowAClockThatIsSetBetweenTwoResponses() {
        TestTime time = new TestTime();
        AtomicBoolean set = new AtomicBoolean();
        serve(time.now());
        try (GpuCloudClient client = builder()
                .timer(new ServiceTime(time.withClockSetForward(set::get)))
                .build()) {
            client.instances().list();
            set.set(true);
            var unused = client.timer().after(CLOSE);

            assertThat(client.timer().now()).isEqualTo(TestTime.START.plus(CLOSE));
        }
    }

    @Test
    void logsADifferenceOnce() {
        Instant service = WaitTimer.system().now().plus(Duration.ofDays(11));
        serve(service);
        try (CapturedLog log = new CapturedLog(ServiceTime.class.getName())) {
            client.instances().list();
            client.withOptions(options -> {}).instances().list();

            // Parallel tests log as well. Only this one has about eleven days.
            assertThat(log.messages(Level.WARN, "The clock of this machine"))
                    .filteredOn(message -> message.matches(".* by 950[34]\\d\\d s\\..*"))
                    .hasSize(1);
        }
    }
}
