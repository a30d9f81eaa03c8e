package io.gpucloud.stub.startup;

import io.gpucloud.stub.json.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arguments of the program. All of them are options of the form {@code --name=value}, and each names a setting. */
public final class CommandLineArguments {

    private static final String OPTION = "--";
    private static final String PORT = "--port";
    private static final String HELP = System.lineSeparator() + "%s--help lists all options.";

    private CommandLineArguments() {}

    /** An argument is not an option of the stub. The message suggests the option that was probably meant. */
    public static final class UsageException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private UsageException(String problem, Optional<String> meant) {
            super(problem
                    + HELP.formatted(
                            meant.map(name -> "Did you mean " + name + "? ").orElse("")));
        }
    }

    /**
     * Returns the arguments as settings for Spring, with {@code --port} by its full name.
     *
     * @throws UsageException if an argument is not a known option
     */
    public static String[] toSettings(String... arguments) {
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (!argument.startsWith(OPTION)) {
                throw new UsageException("unexpected argument: " + argument, meant(argument, i, arguments));
            }
            String name = name(argument);
            if (name.equals(PORT)) {
                settings.add("--server.port" + argument.substring(PORT.length()));
            } else if (KnownSettings.contains(name.substring(OPTION.length()))) {
                settings.add(argument);
            } else {
                throw new UsageException("unknown option: " + name, nearest(name));
            }
        }
        return settings.toArray(String[]::new);
    }

    private static String name(String argument) {
        int value = argument.indexOf('=');
        return value < 0 ? argument : argument.substring(0, value);
    }

    /** The option that was probably meant by an argument without dashes: the previous option with this value, or an option of this name. */
    private static Optional<String> meant(String argument, int index, String... arguments) {
        if (index > 0 && !arguments[index - 1].contains("=") && !argument.startsWith("-")) {
            return Optional.of(arguments[index - 1] + "=" + argument);
        }
        return nearest(name(argument));
    }

    private static Optional<String> nearest(String name) {
        String bare = name.replaceFirst("^-+", "");
        List<String> own = List.of("port", "help", "version");
        return own.stream()
                .filter(option -> !bare.isEmpty() && option.startsWith(bare))
                .findFirst()
                .or(() -> NearestName.of(own, bare, 1))
                .or(() -> KnownSettings.nearest(bare))
                .map(option -> OPTION + option);
    }
}
