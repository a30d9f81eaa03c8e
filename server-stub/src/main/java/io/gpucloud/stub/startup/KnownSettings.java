package io.gpucloud.stub.startup;

import io.gpucloud.stub.json.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings of the stub, as its configuration metadata lists them. */
final class KnownSettings {

    private static final String PREFIX = "stub.";

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private KnownSettings() {}

    /**
     * A setting as the metadata describes it.
     *
     * @param defaultValue its default, or an empty text
     */
    record Setting(String name, String description, String defaultValue) {

        private static Setting of(JsonNode property) {
            return new Setting(
                    property.path("name").stringValue(),
                    property.path("description").asString(""),
                    property.path("defaultValue").asString(""));
        }
    }

    /** Returns the settings of the stub. Other libraries on the class path have metadata of their own. */
    static Stream<Setting> ofTheStub() {
        return KnownSettings.class
                .getClassLoader()
                .resources(METADATA)
                .flatMap(KnownSettings::read)
                .filter(setting -> setting.name().startsWith(PREFIX));
    }

    /** Finds the setting with the most similar name, or nothing if none is similar. */
    static Optional<String> nearest(String name) {
        List<String> names = Stream.concat(ofTheStub().map(Setting::name), Stream.of("server.port", "server.address"))
                .toList();
        return NearestName.of(names, name, Math.max(1, name.length() / 2));
    }

    private static Stream<Setting> read(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            return JsonMapper.shared()
                    .readTree(json)
                    .path("properties")
                    .valueStream()
                    .map(Setting::of);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
