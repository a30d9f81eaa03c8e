package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OpenEnumerationsTest {

    private static final OpenApiDocument BASELINE = Contracts.read(Path.of("baseline/gpu-cloud-v2.yaml"));
    private static final OpenApiDocument RELEASED = contract("2.0.0", "x-extensible-enum: [1, 2, 21, 22]");

    @Test
    void keepAllValuesThatWereReleased() {
        OpenApiDocument present = Contracts.read(Path.of("gpu-cloud-v2.yaml"));
        assertThat(OpenEnumerations.removed(BASELINE, present))
                .as("a value that was released goes with a new major version alone (openapi/baseline)")
                .isEmpty();
    }

    @Nested
    class AComparison {

        @Test
        void namesAValueThatIsGone() {
            assertThat(OpenEnumerations.removed(RELEASED, contract("2.1.0", "x-extensible-enum: [1, 2, 22]")))
                    .containsExactly("/components/schemas/Status has no value 21 any more");
        }

        @Test
        void namesAllValuesOfAnEnumerationThatIsGone() {
            assertThat(OpenEnumerations.removed(RELEASED, contract("2.1.0", "title: Status")))
                    .hasSize(4);
        }

        @Test
        void tellsANumberFromAText() {
            assertThat(OpenEnumerations.removed(RELEASED, contract("2.1.0", "x-extensible-enum: [1, 2, '21', 22]")))
                    .hasSize(1);
        }

        @Test
        void acceptsNewValuesInAnyOrder() {
            assertThat(OpenEnumerations.removed(RELEASED, contract("2.1.0", "x-extensible-enum: [23, 22, 21, 2, 1]")))
                    .isEmpty();
        }

        @Test
        void acceptsAnythingInANewMajorVersion() {
            assertThat(OpenEnumerations.removed(RELEASED, contract("3.0.0", "x-extensible-enum: [1]")))
                    .isEmpty();
        }

        @Test
        void seesTheEnumerationsOfTheBaseline() {
            OpenApiDocument none = contract("2.0.0", "title: Status");
            assertThat(OpenEnumerations.removed(BASELINE, none))
                    .contains(
                            "/components/schemas/InstanceStatus has no value 21 any more",
                            "/components/schemas/ResultCode has no value -2 any more");
        }
    }

    private static OpenApiDocument contract(String version, String status) {
        return Contracts.of("""
                openapi: 3.1.1
                info: {title: Test, version: %s}
                components: {schemas: {Status: {type: integer, %s}}}
                """.formatted(version, status));
    }
}
