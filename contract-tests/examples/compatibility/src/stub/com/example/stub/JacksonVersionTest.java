package com.example.stub;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JacksonVersionTest {

    @ParameterizedTest
    @ValueSource(strings = {"core/jackson-core", "core/jackson-databind", "dataformat/jackson-dataformat-yaml"})
    void isTheVersionThatTheStubIsTestedWith(String artifact) throws IOException {
        Properties coordinates = new Properties();
        try (InputStream file = JacksonVersionTest.class.getResourceAsStream(
                "/META-INF/maven/tools.jackson." + artifact + "/pom.properties")) {
            coordinates.load(file);
        }

        assertEquals(System.getProperty("tested.jackson.version"), coordinates.getProperty("version"));
    }

    /** Jackson 3 needs a matching version of {@code jackson-annotations} to write records. */
    @Test
    void writesRecords() {
        assertEquals("{\"name\":\"gpu-rtx-4090\"}", JsonMapper.shared().writeValueAsString(new Gpu("gpu-rtx-4090")));
    }

    private record Gpu(String name) {}
}
