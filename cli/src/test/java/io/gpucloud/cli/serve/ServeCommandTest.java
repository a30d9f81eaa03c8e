package io.gpucloud.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Leases for libraries of other languages. */
class ServeCommandTest extends CommandTestBase {

    private static String kind(JsonNode error) {
        return error.path("data").path("kind").asString("");
    }

    @Test
    void rentsAndDestroys() {
        try (Library library = Library.initialized(program, Map.of("owner", "trainings"))) {
            JsonNode lease = library.rent();
            String uuid = lease.path("instance_uuid").asString();
            Map<String, String> instance = Map.of("instance_uuid", uuid);

            assertThat(program.instances()).containsExactly(uuid);
            assertThat(lease.path("at_most_per_hour").decimalValue()).isEqualByComparingTo("3.96");
            assertThat(lease.path("service_texts").path("title").asString()).startsWith("trainings.");
            assertThat(library.event("running").path("instance_uuid").asString())
                    .isEqualTo(uuid);
            assertThat(library.call("put", Map.of("instance_uuid", uuid, "key", "epoch", "value", "7"))
                            .path("data")
                            .path("epoch")
                            .asString())
                    .isEqualTo("7");
            assertThat(library.call("extend", Map.of("instance_uuid", uuid, "by", 3600))
                            .path("timer_ends_at")
                            .asString())
                    .isGreaterThan(lease.path("timer_ends_at").asString());
            assertThat(library.call("refresh", instance).path("open").asBoolean())
                    .isTrue();
            assertThat(library.call("leases", Map.of()).path("open")).hasSize(1);
            assertThat(library.call("cost", Map.of()).path("open").asInt()).isEqualTo(1);
            assertThat(library.call("close", instance)).isEmpty();
            assertThat(program.instances()).isEmpty();
        }
    }

    @Test
    void leavesWhatIsKeptAndAdoptsIt() {
        String uuid;
        try (Library library = Library.initialized(program, Map.of())) {
            uuid = library.rent().path("instance_uuid").asString();
            library.call("keep", Map.of("instance_uuid", uuid));
        }
        assertThat(program.instances()).containsExactly(uuid);
        try (Library next = Library.initialized(program, Map.of())) {
            next.call("adopt", Map.of("instance_uuid", uuid, "lifetime", 3600));
        }
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void destroysWhatIsOpenWhenTheInputEnds() {
        try (Library library = Library.initialized(program, Map.of())) {
            library.rent();
        }
        assertThat(program.instances()).isEmpty();
    }

    /** A forked worker holds the input open. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void destroysWhatIsOpenWhenTheProcessOfTheLibraryEnds() throws IOException {
        Process parent = new ProcessBuilder("sleep", "600").start();
        try (Library library = Library.initialized(program, Map.of("process", parent.pid()))) {
            library.rent();

            parent.destroyForcibly();

            assertThat(library.run().status()).isEqualTo(ExitStatus.OK);
            assertThat(program.instances()).isEmpty();
        }
    }

    @Test
    void handsOverToTheNextStart() {
        Map<String, String> handsOver = Map.of("on_close", "hand_over", "owner", "trainings");
        try (Library library = Library.initialized(program, handsOver)) {
            library.rent();
        }
        assertThat(program.instances()).hasSize(1);
        try (Library next = Library.initialized(program, Map.of("owner", "trainings", "recover_on_start", false))) {
            assertThat(next.call("recover", Map.of("decision", "resume")).path("resumed"))
                    .hasSize(1);
        }
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void cancelsARentalAndSaysWhatItDestroyed() {
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "never_boot"));
        try (Library library = Library.initialized(program, Map.of())) {
            int rental = library.begin("rent", Map.of("pod_uuid", "pod-comfyui", "lifetime", 3600));
            String uuid = library.event("booting").path("instance_uuid").asString();

            assertThat(library.call("cancel", Map.of("id", rental))
                            .path("cancelled")
                            .asBoolean())
                    .isTrue();

            JsonNode error = library.response(rental);
            assertThat(kind(error)).isEqualTo("cancelled");
            assertThat(error.path("data").path("facts").path("instance_uuid").asString())
                    .isEqualTo(uuid);
            assertThat(error.path("data").path("left")).isEmpty();
            assertThat(program.instances()).isEmpty();
            assertThat(library.call("cancel", Map.of("id", rental))
                            .path("cancelled")
                            .asBoolean())
                    .isFalse();
        }
    }

    @Test
    void namesTheCandidatesOfALostResponse() {
        program.loseTheNextResponse();
        try (Library library = Library.initialized(program, Map.of())) {
            JsonNode error = library.rent();

            assertThat(kind(error)).isEqualTo("creation_outcome_unknown");
            assertThat(error.path("data").path("may_have_taken_effect").asBoolean())
                    .isTrue();
            assertThat(error.path("data")
                            .path("candidates")
                            .path(0)
                            .path("instance_uuid")
                            .asString())
                    .isEqualTo(program.instances().get(0));
        }
    }

    @Test
    void keepsTheLimitsOfTheJournalOfOtherPrograms() {
        Map<String, ?> limits = Map.of("spending_limit", Map.of("amount", "5", "window", 86_400));
        program.keep();
        try (Library library = Library.initialized(program, limits)) {
            JsonNode error = library.rent();

            assertThat(kind(error)).isEqualTo("spending_limit");
            assertThat(error.path("data").path("facts").path("limit").decimalValue())
                    .isEqualByComparingTo(BigDecimal.valueOf(5));
        }
        assertThat(program.instances()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "garbage; invalid_message",
                "{\"jsonrpc\":\"2.0\",\"method\":\"leases\"}; invalid_message",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"leases\",\"params\":[]}; invalid_message"
            })
    void goesOnAfterAMessageThatCannotBeRead(String line, String kind) {
        try (Library library = Library.initialized(program, Map.of())) {
            library.send(line);

            assertThat(kind(library.await(each -> each.path("id").isNull()).path("error")))
                    .isEqualTo(kind);
            assertThat(library.call("leases", Map.of()).path("open")).isEmpty();
        }
    }

    @Test
    void rejectsAMessageThatIsTooLong() {
        try (Library library = Library.initialized(program, Map.of())) {
            library.send("x".repeat(1024 * 1024 + 1));

            assertThat(library.await(each -> each.path("id").isNull())
                            .path("error")
                            .path("message")
                            .asString())
                    .contains("1048576 bytes");
            assertThat(library.call("leases", Map.of()).path("open")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "leases, pod, there is no parameter pod",
        "rent, tag, the parameter lifetime is missing",
        "extend, by, the parameter",
        "sell, tag, there is no method sell"
    })
    void namesWhatIsWrongInARequest(String method, String parameter, String message) {
        try (Library library = Library.initialized(program, Map.of())) {
            assertThat(library.call(method, Map.of(parameter, "x"))
                            .path("message")
                            .asString())
                    .contains(message);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2, owner, me, version_mismatch",
        "1, owner, two words, usage",
        "1, stub_clock, http://192.0.2.1/__admin/clock?account=a, usage"
    })
    void endsAfterWrongSettings(int version, String setting, String value, String kind) {
        Library library = new Library(program);

        JsonNode error = library.call("initialize", Map.of("version", version, setting, value));

        assertThat(kind(error)).isEqualTo(kind);
        assertThat(library.run().status()).isNotEqualTo(ExitStatus.OK);
    }

    @Test
    void livesInTheTimeOfAnAccountOfAStub() {
        program.administer("PUT", "/clock?account=" + program.key, Map.of("frozen", true));
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "list_lag", "seconds", 60));
        Map<String, ?> clock = Map.of("stub_clock", program.clock(), "interval", 30, "window", 120);
        try (Library library = Library.initialized(program, clock)) {
            assertThat(library.rent().path("open").asBoolean()).isTrue();

            program.administer("POST", "/clock/advance?account=" + program.key, Map.of("seconds", 86_400));

            assertThat(library.event("lost").path("instance_uuid").asString()).isNotEmpty();
        }
    }
}
