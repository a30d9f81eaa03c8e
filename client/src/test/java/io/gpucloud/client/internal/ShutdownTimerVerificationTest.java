package io.gpucloud.client.internal;

import static io.gpucloud.client.resource.ShutdownTimerVerification.Outcome.CONFIRMED;
import static io.gpucloud.client.resource.ShutdownTimerVerification.Outcome.CONTRADICTED;
import static io.gpucloud.client.resource.ShutdownTimerVerification.Outcome.NOT_VERIFIABLE;
import static io.gpucloud.client.testing.TestTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shutdown timers that are compared with the instance list. START is 1767225600 in epoch seconds. */
class ShutdownTimerVerificationTest extends ClientTestBase {

    private static final Duration TOLERANCE = Duration.ofMinutes(2);
    private static final Instant IN_AN_HOUR = START.plusSeconds(3600);
    private static final String LISTED_IN_AN_HOUR =
            ",\"shutdown_regular\":{\"enable\":true,\"shutdown_time\":1767229200}";

    private final List<String> sent = new CopyOnWriteArrayList<>();

    private ShutdownTimerVerification verify(ShutdownTimeUnit unit, Instant at, Reply list) {
        server.respond(request -> reply(request, list));
        return client(builder -> builder.shutdownTimeUnit(unit))
                .instances()
                .scheduleShutdownAndVerify("i", at, TOLERANCE);
    }

    private Reply reply(ReceivedRequest request, Reply list) {
        if (request.operation().equals("GET /instance/list")) {
            return list;
        }
        sent.add(request.body());
        return Reply.done();
    }

    private static Reply list(String timer) {
        return Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"title\":\"\",\"status\":2" + timer + "}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "true, 1767229200, CONFIRMED",
        "true, 1767229320, CONFIRMED",
        "true, 1767229080, CONFIRMED",
        "true, 1767229321, CONTRADICTED",
        "true, 1767229079, CONTRADICTED",
        "false, 1767229200, CONTRADICTED",
        "false, 0, CONTRADICTED",
        "false, null, CONTRADICTED",
        "null, 1767300000, CONTRADICTED",
        // A timestamp that the service took for minutes.
        "true, 107801181600, CONTRADICTED",
        "null, 1767229200, NOT_VERIFIABLE",
        "null, null, NOT_VERIFIABLE",
        "true, null, NOT_VERIFIABLE",
        "true, 0, NOT_VERIFIABLE",
        "true, 60, NOT_VERIFIABLE",
        "true, 9999999, NOT_VERIFIABLE",
        // Milliseconds.
        "true, 1767229200000, NOT_VERIFIABLE"
    })
    void comparesTheListedTimerWithTheRequestedOne(
            String enable, String shutdownTime, ShutdownTimerVerification.Outcome expected) {
        String timer = ",\"shutdown_regular\":{\"enable\":" + enable + ",\"shutdown_time\":" + shutdownTime + "}";

        ShutdownTimerVerification verification = verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR, list(timer));

        assertThat(verification.outcome()).isEqualTo(expected);
        assertThat(verification.requested()).isEqualTo(IN_AN_HOUR);
        assertThat(verification.description())
                .contains("2026-01-01T01:00:00Z", "enable=" + enable)
                // The client reads 0 as no time.
                .contains("shutdown_time=" + (shutdownTime.equals("0") ? "null" : shutdownTime));
    }

    @Test
    void cannotVerifyWhatTheListDoesNotShow() {
        for (String timer : List.of("", ",\"shutdown_regular\":null", ",\"shutdown_regular\":{}")) {
            assertThat(verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR, list(timer))
                            .outcome())
                    .isEqualTo(NOT_VERIFIABLE);
        }
        assertThat(verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR, Reply.data("{\"instance_list\":[]}")))
                .extracting(ShutdownTimerVerification::outcome)
                .isEqualTo(NOT_VERIFIABLE);
    }

    @Test
    void cannotVerifyATimerWhenTheListCannotBeRead() {
        ShutdownTimerVerification verification =
                verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR, Reply.code(-1, "query failed"));

        assertThat(verification.outcome()).isEqualTo(NOT_VERIFIABLE);
        assertThat(verification.description()).contains("no timer");
    }

    @Test
    void failsWhenTheTimerCannotBeSet() {
        server.reply(Reply.code(-1, "not running"));
        assertThatThrownBy(() -> client.instances().scheduleShutdownAndVerify("i", IN_AN_HOUR, TOLERANCE))
                .isInstanceOf(OperationFailedException.class);
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void returnsTheListedMomentOfAConfirmedTimerOnly() {
        assertThat(verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR.plusSeconds(7), list(LISTED_IN_AN_HOUR)))
                .satisfies(near -> assertThat(near.outcome()).isEqualTo(CONFIRMED))
                .extracting(ShutdownTimerVerification::moment)
                .isEqualTo(IN_AN_HOUR);
        assertThat(verify(ShutdownTimeUnit.EPOCH_SECONDS, IN_AN_HOUR.plusSeconds(600), list(LISTED_IN_AN_HOUR)))
                .satisfies(far -> assertThat(far.outcome()).isEqualTo(CONTRADICTED))
                .extracting(ShutdownTimerVerification::moment)
                .isEqualTo(IN_AN_HOUR.plusSeconds(600));
    }

    @Test
    void sendsMinutesOnRequest() {
        ShutdownTimerVerification verification =
                verify(ShutdownTimeUnit.MINUTES, IN_AN_HOUR.minusMillis(1), list(LISTED_IN_AN_HOUR));

        assertThat(sent).containsExactly("{\"instance_uuid\":\"i\",\"shutdown_time\":60,\"enable\":true}");
        assertThat(verification.requested()).isEqualTo(IN_AN_HOUR);
        assertThat(verification.outcome()).isEqualTo(CONFIRMED);
    }

    @Test
    void roundsUpToMinutes() {
        ShutdownTimerVerification verification =
                verify(ShutdownTimeUnit.MINUTES, IN_AN_HOUR.plusSeconds(1), list(LISTED_IN_AN_HOUR));

        assertThat(sent.get(0)).contains("\"shutdown_time\":61,");
        assertThat(verification.requested()).isEqualTo(IN_AN_HOUR.plusSeconds(60));
    }

    @Test
    void sendsNoMinutesThatWouldCancelTheTimerOrLookLikeATimestamp() {
        assertThatThrownBy(() -> verify(ShutdownTimeUnit.MINUTES, START, list("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must lie ahead");
        assertThatThrownBy(() -> verify(ShutdownTimeUnit.MINUTES, START.plus(Duration.ofMinutes(10_000_000)), list("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("less than 10,000,000 minutes");
        assertThat(sent).isEmpty();
    }
}
