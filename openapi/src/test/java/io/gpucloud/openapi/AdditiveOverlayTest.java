package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class AdditiveOverlayTest {

    private static final ObjectNode DOCUMENT = yaml("""
            paths: {/a/b: {get: {summary: Reads, tags: [One]}}}
            components: {schemas: {Thing: {required: [id], x-extensible-enum: [1, 2]}}}
            """);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $                           | {tags: [{name: Two}]}      | /tags/0/name                                  | Two
            $.paths                     | {/c: {get: {summary: New}}} | /paths/~1c/get/summary                        | New
            $.paths['/a/b'].get         | {tags: [Two]}              | /paths/~1a~1b/get/tags/1                      | Two
            $.components.schemas.Thing  | {x-extensible-enum: [3]}   | /components/schemas/Thing/x-extensible-enum/2 | 3
            $.paths['/a/b'].get         | {summary: Writes}          | /paths/~1a~1b/get/summary                     | Writes
            """)
    void addsMembers(String target, String update, String pointer, String value) {
        assertThat(applied(target, update).at(pointer).asString()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $.paths['/a/b'].get        | {summary: 1}      | would change summary of $.paths['/a/b'].get
            $.paths['/a/b'].get        | {tags: Other}     | would change tags of $.paths['/a/b'].get
            $                          | {paths: {/a/b: 1}} | would change /a/b of $.paths
            $.components.schemas.Thing | {required: [size]} | would change required
            $.paths['/c'].get          | {summary: New}    | matches no object
            $.paths.*                  | {summary: New}    | is not $ with names
            paths                      | {summary: New}    | is not $ with names
            $.paths                    | text              | is not an update with an object
            """)
    void rejectsWhatMatchesNothingOrChangesSomething(String target, String update, String message) {
        assertThatThrownBy(() -> applied(target, update))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void rejectsRemovals() {
        ObjectNode overlay = yaml("actions: [{target: $.paths, update: {}, remove: true}]");
        assertThatThrownBy(() -> AdditiveOverlay.applied(overlay, DOCUMENT)).hasMessageContaining("is not an update");
    }

    static Stream<JsonNode> additions() {
        OpenApiDocument overlay = Contracts.read(Path.of("overlays/observed.overlay.yaml"));
        return overlay.root().value().path("actions").valueStream();
    }

    /** The tag and the title have no evidence of their own. */
    @ParameterizedTest
    @MethodSource("additions")
    void namesTheSourceOfEachAddition(JsonNode action) {
        boolean aboutTheDocument = action.at("/update/tags").isArray()
                || action.at("/target").asString().equals("$.info");
        assertThat(action.findValues("x-observed"))
                .hasSizeGreaterThanOrEqualTo(aboutTheDocument ? 0 : 1)
                .allSatisfy(observed -> {
                    assertThat(observed.path("evidence").valueStream().map(JsonNode::asString))
                            .isNotEmpty()
                            .isSubsetOf("page", "program");
                    assertThat(observed.path("seen").asString()).matches("\\d{4}-\\d\\d-\\d\\d");
                });
    }

    @Test
    void aProposalAddsAHeaderToBothCreateOperations() {
        ObjectNode contract =
                (ObjectNode) Contracts.read(Path.of("gpu-cloud-v2.yaml")).root().value();
        JsonNode proposal = Contracts.read(Path.of("overlays/idempotency.overlay.yaml"))
                .root()
                .value();
        assertThat(AdditiveOverlay.applied(proposal, contract).findParents("409"))
                .hasSize(2);
    }

    private static ObjectNode applied(String target, String update) {
        return AdditiveOverlay.applied(
                yaml("actions: [{target: \"%s\", update: %s}]".formatted(target, update)), DOCUMENT);
    }

    private static ObjectNode yaml(String text) {
        return SpecFilesGenerator.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
}
