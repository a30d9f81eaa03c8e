package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UsageTest {

    private final Usage usage = new Usage();

    @Test
    void isAskedForByTheUsualNames() {
        assertThat(usage.isAskedFor("--stub.request-log=true", "-h")).isTrue();
        assertThat(usage.isAskedFor("--version")).isTrue();
        assertThat(usage.isAskedFor("--server.port=1")).isFalse();
    }

    @Test
    void namesEveryPropertyWithItsMeaningAndItsDefault() {
        assertThat(usage.text("--help"))
                .contains("usage: java -jar")
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
