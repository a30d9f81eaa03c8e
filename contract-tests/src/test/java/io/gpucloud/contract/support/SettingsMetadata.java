package io.gpucloud.contract.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings of client, stub and Spring Boot as editors know them: name, type, default and description. */
public final class SettingsMetadata {

    private SettingsMetadata() {}

    /** All settings. */
    public static Stream<JsonNode> all() {
        return SettingsMetadata.class
                .getClassLoader()
                .resources("META-INF/spring-configuration-metadata.json")
                .flatMap(SettingsMetadata::read);
    }

    private static Stream<JsonNode> read(URL file) {
        try (InputStream json = file.openStream()) {
            return JsonMapper.shared().readTree(json).path("properties").valueStream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
