package io.gpucloud.stub.startup;

import io.gpucloud.stub.startup.KnownSettings.Setting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The output of {@code --help} and {@code --version}. Settings come from the configuration metadata that editors use.
 */
public final class CommandLineHelp {

    private static final List<String> HELP = List.of("--help", "-h");
    private static final List<String> VERSION = List.of("--version", "-V");

    /** System property with the name of the command that the user has called. */
    private static final String PROGRAM = "gpu-cloud.stub.program";

    private CommandLineHelp() {}

    /** Returns the text to print instead of starting, or nothing if the arguments do not ask for it. */
    public static Optional<String> answer(String... arguments) {
        List<String> given = List.of(arguments);
        if (HELP.stream().anyMatch(given::contains)) {
            return Optional.of(help());
        }
        return VERSION.stream().anyMatch(given::contains) ? Optional.of(version()) : Optional.empty();
    }

    private static String version() {
        String version = CommandLineHelp.class.getPackage().getImplementationVersion();
        return "GPU cloud stub " + (version == null ? "(built from its sources)" : version);
    }

    private static String help() {
        String program = System.getProperty(PROGRAM, "java -jar <this jar>");
        return """
                %s
                A stub of the Cloud GPU Instance Service API, to test software against.

                usage: %s [--name=value ...]
                       %s stop
                           ends stubs that tests have left for the next ones

                Settings can be given as --name=value, as environment variables (STUB_LIFECYCLE_BOOT=5s), or in a
                file gpu-cloud-stub.yaml in the working directory. Settings of Spring Boot for servers, logging and
                monitoring (server.*, logging.*, management.*, spring.*) work as well. Any other unknown name stops the
                start. An unknown environment variable does so only if it is a misspelled one.


                %s
                  --help, --version""".formatted(version(), program, program, settings());
    }

    private static String settings() {
        return KnownSettings.ofTheStub()
                        .sorted(Comparator.comparing(Setting::name))
                        .map(setting -> setting(setting.name(), setting.description(), setting.defaultValue()))
                        .collect(Collectors.joining())
                + setting("server.address", "Address to listen on; 0.0.0.0 for all.", "127.0.0.1")
                + setting("server.port", "Port to listen on; 0 for any free one. --port is short for it.", "8080");
    }

    private static String setting(String name, String description, String defaultValue) {
        return "  --%s=%s%n      %s%n".formatted(name, defaultValue, description);
    }
}
