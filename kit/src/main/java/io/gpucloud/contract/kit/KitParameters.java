package io.gpucloud.contract.kit;

import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@link Settings} from the JUnit configuration parameters {@code gpucloud.kit.*}. */
final class KitParameters {

    private static final String PREFIX = "gpucloud.kit.";

    private KitParameters() {}

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException if they are invalid; the message names the parameter to set
     */
    static Settings read(Function<String, Optional<String>> parameters) {
        Function<String, @Nullable String> read =
                name -> parameters.apply(PREFIX + name).orElse(null);
        String url = read.apply("url");
        if (url == null) {
            throw new IllegalArgumentException("no base URL: set the configuration parameter " + PREFIX + "url");
        }
        String key = read.apply("key");
        return new Settings(
                        URI.create(url),
                        key == null ? System.getenv(Settings.KEY_VARIABLE) : key,
                        Boolean.parseBoolean(read.apply("read-only")),
                        Boolean.parseBoolean(read.apply("admin")),
                        read.apply("admin-token"),
                        Boolean.parseBoolean(read.apply("strict")),
                        names(read.apply("without")),
                        names(read.apply("only")),
                        null,
                        Boolean.parseBoolean(read.apply("observed")))
                .requiringKey();
    }

    private static Set<String> names(@Nullable String list) {
        return Arrays.stream((list == null ? "" : list).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
