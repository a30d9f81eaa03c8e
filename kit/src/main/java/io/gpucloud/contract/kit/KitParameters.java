package io.gpucloud.contract.kit;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reads {@link Settings} from the JUnit configuration parameters {@code gpucloud.kit.*}, which have the names of the options. */
final class KitParameters {

    private static final String PREFIX = "gpucloud.kit.";

    private KitParameters() {}

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException if they are invalid
     */
    static Settings read(Function<String, Optional<String>> parameters) {
        if (parameters.apply(PREFIX + "url").isEmpty()) {
            throw new IllegalArgumentException("no base URL: set the configuration parameter " + PREFIX + "url");
        }
        return Settings.of(CommandSpec.forAnnotatedObject(new Settings()).options().stream()
                .flatMap(
                        option -> parameters.apply(PREFIX + option.longestName().substring(2)).stream()
                                .flatMap(value -> argument(option, value)))
                .toArray(String[]::new));
    }

    private static Stream<String> argument(OptionSpec option, String value) {
        if (option.arity().max() > 0) {
            return Stream.of(option.longestName() + "=" + value);
        }
        return Stream.of(option.longestName()).filter(flag -> Boolean.parseBoolean(value));
    }
}
