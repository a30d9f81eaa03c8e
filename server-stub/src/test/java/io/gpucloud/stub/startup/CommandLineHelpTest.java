package io.gpucloud.stub.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CommandLineHelpTest {

    @Test
    void respondsToTheUsualNames() {
        assertThat(CommandLineHelp.answer("--stub.request-log=true", "-h"))
                .hasValueSatisfying(help -> assertThat(help).contains("usage: java -jar"));
        assertThat(CommandLineHelp.answer("--version"))
                .hasValueSatisfying(version ->
                        assertThat(version).startsWith("GPU cloud stub").doesNotContain("usage:"));
        assertThat(CommandLineHelp.answer("-V", "--help")).isEqualTo(CommandLineHelp.answer("--help"));
        assertThat(CommandLineHelp.answer("--server.port=1")).isEmpty();
    }

    @Test
    void namesTheCommandThatTheUserHasCalled() {
        System.setProperty("gpu-cloud.stub.program", "gpu-cloud-stub");
        try {
            assertThat(CommandLineHelp.answer("--help").orElseThrow())
                    .contains("usage: gpu-cloud-stub [--name=value ...]")
                    .doesNotContain("java -jar");
        } finally {
            System.clearProperty("gpu-cloud.stub.program");
        }
    }

    @Test
    void listsEveryPropertyWithMeaningAndDefault() {
        assertThat(CommandLineHelp.answer("--help").orElseThrow())
                .contains("--stub.lifecycle.boot=20s\n      Time from created to running, cut"
                        .replace("\n", System.lineSeparator()))
                .contains("--server.port=8080")
                // The name of a jar would contain a version.
                .doesNotContain(".jar");
    }

    @Test
    void findsADescriptionForEveryProperty() throws IOException {
        try (InputStream json =
                CommandLineHelpTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            JsonNode properties =
                    JsonMapper.shared().readTree(Objects.requireNonNull(json)).path("properties");
            assertThat(properties.size()).isGreaterThan(15);
            properties.forEach(
                    property -> assertThat(property.path("description").asString(""))
                            .as(property.path("name").stringValue())
                            .isNotEmpty());
        }
    }
}
