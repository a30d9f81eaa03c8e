package io.gpucloud.contract.kit;

import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The form that {@link Settings} have as JUnit configuration parameters {@code gpucloud.kit.*}. */
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
                isTrue(read.apply("read-only")),
                isTrue(read.apply("admin")),
                read.apply("admin-token"),
                isTrue(read.apply("strict")),
                names(read.apply("without")),
                names(read.apply("only")),
                null);
    }

    /** Settings as parameters. */
    static Map<String, String> of(Settings settings) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(PREFIX + "url", settings.url().toString());
        if (settings.key() != null) {
            parameters.put(PREFIX + "key", settings.key());
        }
        parameters.put(PREFIX + "read-only", Boolean.toString(settings.readOnly()));
        parameters.put(PREFIX + "admin", Boolean.toString(settings.admin()));
        if (settings.adminToken() != null) {
            parameters.put(PREFIX + "admin-token", settings.adminToken());
        }
        parameters.put(PREFIX + "strict", Boolean.toString(settings.strict()));
        parameters.put(PREFIX + "without", String.join(",", settings.without()));
        parameters.put(PREFIX + "only", String.join(",", settings.only()));
        return parameters;
    }

    private static Set<String> names(@Nullable String list) {
        return Arrays.stream((list == null ? "" : list).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isTrue(@Nullable String text) {
        return text != null && text.toLowerCase(Locale.ROOT).equals("true");
    }
}
