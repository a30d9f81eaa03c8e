package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UsageTest {

    @Test
    void isAskedForByTheUsualNames() {
        assertThat(Usage.answer("--stub.request-log=true", "-h"))
                .hasValueSatisfying(help -> assertThat(help).contains("usage: java -jar"));
        assertThat(Usage.answer("--version"))
                .hasValueSatisfying(version ->
                        assertThat(version).startsWith("GPU cloud stub").doesNotContain("usage:"));
        assertThat(Usage.answer("-V", "--help")).isEqualTo(Usage.answer("--help"));
        assertThat(Usage.answer("--server.port=1")).isEmpty();
    }

    /** Stub and cluster are jars of different names, and each name has a version in it. */
    @Test
    void namesNoJar() {
        assertThat(Usage.answer("--help").orElseThrow()).doesNotContain(".jar");
    }

    @Test
    void namesEveryPropertyWithItsMeaningAndItsDefault() {
        assertThat(Usage.answer("--help").orElseThrow())
                .contains("--stub.lifecycle.boot=20s\n      Time from created to running, cut"
                        .replace("\n", System.lineSeparator()))
                .contains("--server.port=8080");
    }

    @Test
    void findsADescriptionForEveryProperty() throws IOException {
        try (InputStream json = UsageTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
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
