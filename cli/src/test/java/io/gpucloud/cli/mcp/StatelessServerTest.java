package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Clients of the revision 2026-07-28, which begin no session. */
class StatelessServerTest extends CommandTestBase {

    private static final Map<String, ?> AGREED = Map.of("action", "accept", "content", Map.of("rent", true));

    private Agent agent(@Nullable Boolean decision) throws IOException {
        return Agent.withoutSession(program, decision, McpCommandTest.limits("--ask-above", "1"));
    }

    private static JsonNode rent(Agent agent, String quote, String state, Map<String, ?> answer) throws IOException {
        return agent.response(
                "tools/call",
                Map.of(
                        "name",
                        "rent",
                        "arguments",
                        Map.of("quote_id", quote),
                        "requestState",
                        state,
                        "inputResponses",
                        Map.of("rent", answer)));
    }

    /** The state of a question without an answer. */
    private static String asked(Agent agent, String quote) throws IOException {
        return agent.result("rent", Map.of("quote_id", quote))
                .path("requestState")
                .asString();
    }

    @Test
    void discoverTheServer() throws IOException {
        try (Agent agent = agent(null)) {
            JsonNode server = agent.response("server/discover", Map.of()).path("result");

            assertThat(server.path("supportedVersions").values())
                    .map(JsonNode::asString)
                    .containsExactly("2026-07-28");
            assertThat(server.path("capabilities").has("tools")).isTrue();
            assertThat(server.path("instructions").asString()).contains("First quote_rental, then rent");
        }
    }

    @Test
    void haveTheToolsOfASession() throws IOException {
        try (Agent session = Agent.start(program, McpCommandTest.LIMITS);
                Agent agent = agent(null)) {
            assertThat(agent.tools()).isEqualTo(session.tools()).hasSizeGreaterThan(5);
        }
    }

    @Test
    void rentAfterAPersonHasAgreed() throws IOException {
        try (Agent agent = agent(true)) {
            String quote = agent.quote();

            agent.rental("rent", quote);

            assertThat(agent.question).startsWith("It costs at most 4.10 ");
            agent.awaitState(quote, "running");
            assertThat(agent.rental("end_rental", quote).path("state").asString())
                    .isEqualTo("ended");
        }
        assertThat(program.created()).isEqualTo(1);
    }

    @Test
    void doNotRentWithoutAgreement() throws IOException {
        try (Agent agent = agent(false)) {
            assertThat(agent.failure("rent", Map.of("quote_id", agent.quote())))
                    .isEqualTo("the person does not agree. Nothing was created");
        }
        assertThat(program.created()).isZero();
    }

    @Test
    void cannotRentIfTheyCannotAsk() throws IOException {
        try (Agent agent = agent(null)) {
            assertThat(agent.failure("rent", Map.of("quote_id", agent.quote())))
                    .endsWith("this client cannot ask. Nothing was created");
        }
    }

    @Test
    void cannotAnswerAQuestionThatWasNotAsked() throws IOException {
        try (Agent agent = agent(true)) {
            JsonNode error = rent(agent, agent.quote(), "made-up", AGREED).path("error");

            assertThat(error.path("message").asString()).isEqualTo("Invalid or expired requestState");
        }
        assertThat(program.created()).isZero();
    }

    @Test
    void areAskedAgainIfTheAnswerIsToTheQuestionAboutAnotherQuote() throws IOException {
        try (Agent agent = agent(true)) {
            String state = asked(agent, agent.quote());

            assertThat(rent(agent, agent.quote(), state, AGREED)
                            .path("result")
                            .path("resultType")
                            .asString())
                    .isEqualTo("input_required");
        }
        assertThat(program.created()).isZero();
    }

    @Test
    void areAskedAgainIfTheAnswerIsToAQuestionThatWasAnswered() throws IOException {
        try (Agent agent = agent(true)) {
            String quote = agent.quote();
            String state = asked(agent, quote);
            rent(agent, quote, state, Map.of("action", "decline"));

            assertThat(rent(agent, quote, state, AGREED)
                            .path("result")
                            .path("resultType")
                            .asString())
                    .isEqualTo("input_required");
        }
        assertThat(program.created()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "ping", "server/discover"})
    void getAnErrorForARequestWithoutAVersion(String method) throws IOException {
        try (Agent agent = agent(null)) {
            agent.sendAsIs("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\"}");

            JsonNode response = agent.read();

            assertThat(response.path("id").asInt()).isEqualTo(7);
            assertThat(response.path("error").path("code").asInt()).isEqualTo(-32602);
        }
    }

    @Test
    void getTheVersionsThatAreServedForAnother() throws IOException {
        try (Agent agent = agent(null)) {
            agent.sendAsIs("""
                    {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{\
                    "io.modelcontextprotocol/protocolVersion":"2031-01-01",\
                    "io.modelcontextprotocol/clientCapabilities":{}}}}""");

            assertThat(agent.read().path("error").path("data").path("supported").values())
                    .map(JsonNode::asString)
                    .isEqualTo(List.of("2026-07-28"));
        }
    }
}
