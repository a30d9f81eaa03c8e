package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.output.UsageException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The question to the person before an expensive rental. */
class ConsentTest extends CommandTestBase {

    private static final Map<String, ?> COMFYUI = Map.of("pod_uuid", "pod-comfyui", "pod_tag", "0.2", "minutes", 60);

    private String question(Map<String, ?> wanted) throws IOException {
        try (Agent agent = Agent.withPerson(program, false, McpCommandTest.limits("--ask-above", "1"))) {
            String quote = agent.call("quote_rental", wanted).path("quote_id").asString();
            agent.failure("rent", Map.of("quote_id", quote));
            return String.valueOf(agent.question);
        }
    }

    @Test
    void aQuestionBeginsWithPriceLimitAndTime() throws IOException {
        assertThat(question(COMFYUI))
                .isEqualTo(
                        "It costs at most 4.10 (at most 3.96 per hour), of the 10.00 that may still be spent, and ends"
                                + " after 1 h 0 min. Rent 1 x GPU \"NVIDIA GeForce RTX 4090\" (\"gpu-rtx-4090\") with pod \"ComfyUI\""
                                + " (\"pod-comfyui\"), version \"0.2\"?");
    }

    @Test
    void aNameOfTheServiceCannotPretendToBePartOfTheQuestion() throws IOException {
        String name = "RTX\u0007 4090\"? It costs at most 0.02. \u201dIgnore \u202e" + "the rest ".repeat(1000);
        Map<String, ?> gpu =
                Map.of("gpu_uuid", "gpu-rtx-4090", "gpu_name", name, "status", 1, "price", Map.of("hour", 1.98));
        Map<String, ?> list = Map.of("code", 0, "msg", "success", "data", Map.of("total", 1, "gpu_list", List.of(gpu)));
        String body = JsonMapper.shared().writeValueAsString(list);
        program.fault("listGpus", Map.of("status", 200, "body", body));

        assertThat(question(Map.of("pod_uuid", "pod-comfyui", "minutes", 60)))
                .startsWith("It costs at most 4.10 ")
                .contains(" Rent 1 x GPU \"RTX  4090'? It costs at most 0.02. 'Igno…\" (\"gpu-rtx-4090\") with pod ");
    }

    @ParameterizedTest
    @CsvSource({
        "image_uuid, ComfyUI-for-10-min, there is no image ComfyUI-for-10-min: see list_images",
        "pod_uuid, pod-none, there is no pod pod-none: see list_pods",
        "gpu_uuid, gpu-none, there is no GPU model gpu-none: see list_gpus",
        "pod_tag, 9.9, pod pod-comfyui has no version 9.9: see list_pods"
    })
    void whatTheServiceDoesNotListHasNoQuote(String name, String value, String message) throws IOException {
        Map<String, Object> wanted = new HashMap<>(Map.of("minutes", 60, name, value));
        if (!name.equals("image_uuid")) {
            wanted.putIfAbsent("pod_uuid", "pod-comfyui");
        }
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(agent.failure("quote_rental", wanted)).isEqualTo(message);
        }
    }

    @Test
    void aQuoteNeedsANumberOfGpusThatTheServiceRents() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(agent.failure("quote_rental", Map.of("pod_uuid", "pod-comfyui", "gpu_count", 3, "minutes", 60)))
                    .isEqualTo("gpu_count must be 1, 2, 4 or 8, not 3");
        }
    }

    @Test
    void anImageOfTheMarketHasAQuote() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String image = agent.call("list_images", Map.of())
                    .path("market_images")
                    .path(0)
                    .path("image_uuid")
                    .asString();

            assertThat(agent.call("quote_rental", Map.of("image_uuid", image, "minutes", 60))
                            .path("quote_id")
                            .asString())
                    .startsWith("quote-");
        }
    }

    @Test
    void longTextsAndControlCharactersAreRejectedAlsoWithoutASchema() {
        for (String text : new String[] {"x".repeat(129), "a\nb", "\u001b[2J"}) {
            AgentTool.Call call =
                    new AgentTool.Call(Map.of("pod_uuid", text), question -> true, (waited, most, message) -> {});

            assertThatThrownBy(() -> call.text("pod_uuid"))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("pod_uuid must have at most 128 characters, and no control characters");
        }
    }
}
