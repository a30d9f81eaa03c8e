package io.gpucloud.stub.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output of {@code --help} and {@code --version}. Settings come from the configuration metadata that editors use. */
public final class CommandLineHelp {

    /** Prefix of every setting of the stub. */
    static final String PREFIX = "stub.";

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final List<String> HELP = List.of("--help", "-h");
    private static final List<String> VERSION = List.of("--version", "-V");

    private CommandLineHelp() {}

    /** Returns the text to print instead of starting, or nothing if the arguments do not ask for it. */
    public static Optional<String> answer(String... arguments) {
        List<String> given = List.of(arguments);
        if (HELP.stream().anyMatch(given::contains)) {
            return Optional.of(help());
        }
        return VERSION.stream().anyMatch(given::contains) ? Optional.of(version()) : Optional.empty();
    }

    /** Settings of the same group as a name, or with the same last part. */
    static List<String> settingsLike(String name) {
        int dot = name.lastIndexOf('.') + 1;
        return properties()
                .map(CommandLineHelp::name)
                .filter(known -> known.substring(0, known.lastIndexOf('.') + 1).equals(name.substring(0, dot))
                        || known.endsWith("." + name.substring(dot)))
                .toList();
    }

    private static String version() {
        String version = CommandLineHelp.class.getPackage().getImplementationVersion();
        return "GPU cloud stub " + (version == null ? "(built from its sources)" : version);
    }

    private static String help() {
        return """
                %s
                A stub of the GPU Cloud API, to test software against.

                usage: java -jar <this jar> [--name=value ...]

                Settings can be given as --name=value, as environment variables (STUB_LIFECYCLE_BOOT=5s), or in a
                file gpu-cloud-stub.yaml in the working directory. Names that there are not stop the start, except those
                of environment variables, which may be somebody else's.

                %s
                  --help, --version""".formatted(version(), settings());
    }

    private static String settings() {
        return properties().map(CommandLineHelp::setting).collect(Collectors.joining())
                + setting("server.address", "Address to listen on; 0.0.0.0 for all.", "127.0.0.1")
                + setting("server.port", "Port to listen on; 0 for any free one.", "8080");
    }

    private static String setting(JsonNode property) {
        return setting(
                name(property),
                property.path("description").asString(""),
                property.path("defaultValue").asString(""));
    }

    private static String setting(String name, String description, String defaultValue) {
        return "  --%s=%s%n      %s%n".formatted(name, defaultValue, description);
    }

    /** Returns the settings of the stub by name. In a test the class path contains the metadata of other libraries too. */
    private static Stream<JsonNode> properties() {
        return metadata()
                .flatMap(metadata -> metadata.path("properties").valueStream())
                .filter(property -> name(property).startsWith(PREFIX))
                .sorted(Comparator.comparing(CommandLineHelp::name));
    }

    private static String name(JsonNode property) {
        return property.path("name").stringValue();
    }

    private static Stream<JsonNode> metadata() {
        return CommandLineHelp.class.getClassLoader().resources(METADATA).map(CommandLineHelp::read);
    }

    private static JsonNode read(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
