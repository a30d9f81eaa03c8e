package io.gpucloud.contract.coverage;

import io.gpucloud.contract.kit.ApiDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The responses that pacts expect, if pact files exist. */
final class PactFiles {

    private PactFiles() {}

    /** Passes each interaction of each pact to the coverage, and returns their number. */
    static int read(Path directory, Coverage coverage) throws IOException {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        int interactions = 0;
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> pacts =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            for (Path pact : pacts) {
                for (JsonNode interaction :
                        JsonMapper.shared().readTree(Files.readString(pact)).path("interactions")) {
                    take(interaction, coverage);
                    interactions++;
                }
            }
        }
        return interactions;
    }

    private static void take(JsonNode interaction, Coverage coverage) {
        String path = interaction.at("/request/path").asString("");
        JsonNode body = interaction.at("/response/body");
        ApiDocuments.PUBLIC_API
                .findOperation(interaction.at("/request/method").asString(""), path)
                .ifPresent(operation -> coverage.saw(
                        operation,
                        interaction.at("/response/status").asInt(0),
                        body.has("content") ? body.path("content") : body,
                        Coverage.Source.PACT));
    }
}
