package io.gpucloud.stub.startup;

import io.gpucloud.stub.json.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings that the configuration metadata lists: those of the stub, of Spring Boot and of the modules on the class
 * path.
 */
final class KnownSettings {

    /** Prefix of every setting of the stub. */
    static final String PREFIX = "stub.";

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    /** Read before the metadata, because most command lines have no others. */
    private static final List<String> USUAL = List.of("server.port", "server.address");

    private KnownSettings() {}

    /**
     * A setting as the metadata describes it.
     *
     * @param defaultValue its default, or an empty text
     */
    record Setting(String name, String type, String description, String defaultValue) {

        private static Setting of(JsonNode property) {
            return new Setting(
                    property.path("name").stringValue(),
                    property.path("type").asString(""),
                    property.path("description").asString(""),
                    property.path("defaultValue").asString(""));
        }

        /** Whether a name is this setting, an entry of it, or, for an object in a list, a member of an entry. */
        private boolean covers(ConfigurationPropertyName given) {
            ConfigurationPropertyName own = canonical(name);
            if (own.equals(given)) {
                return true;
            }
            boolean map = type.startsWith("java.util.Map") || type.startsWith("java.util.Properties");
            return own.isAncestorOf(given) && (map || given.isNumericIndex(own.getNumberOfElements()));
        }
    }

    /** Returns all settings. In a test the class path contains the metadata of more libraries than in the program. */
    static Stream<Setting> all() {
        return KnownSettings.class.getClassLoader().resources(METADATA).flatMap(KnownSettings::read);
    }

    /** Returns the names of the settings of the stub. */
    static Stream<Setting> ofTheStub() {
        return all().filter(setting -> setting.name().startsWith(PREFIX));
    }

    /** Returns the first of the given names that is not a setting, in any form that Spring accepts. */
    static Optional<String> firstUnknown(Collection<String> names) {
        if (USUAL.containsAll(names)) {
            return Optional.empty();
        }
        List<Setting> all = all().toList();
        return names.stream()
                .filter(name -> all.stream().noneMatch(setting -> setting.covers(canonical(name))))
                .findFirst();
    }

    /**
     * Finds the setting with the most similar name, or nothing if none is similar. For the name of a group, such as
     * stub.admin, it is the first setting of the group.
     */
    static Optional<String> nearest(String name) {
        List<String> names = Stream.concat(USUAL.stream(), all().map(Setting::name))
                .sorted(Comparator.comparing((String known) -> !known.startsWith(PREFIX)))
                .toList();
        return names.stream()
                .filter(known -> known.startsWith(name + "."))
                .findFirst()
                .or(() -> NearestName.of(names, name, Math.max(1, name.length() / 2)));
    }

    private static ConfigurationPropertyName canonical(String name) {
        return ConfigurationPropertyName.adapt(name, '.');
    }

    /** Reads one file. In the executable jar it contains the documents of all modules, one after the other. */
    private static Stream<Setting> read(URL metadata) {
        try (InputStream json = metadata.openStream();
                var documents = JsonMapper.shared().readerFor(JsonNode.class).<JsonNode>readValues(json)) {
            return documents.readAll().stream()
                    .flatMap(document -> document.path("properties").valueStream())
                    .map(Setting::of);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
