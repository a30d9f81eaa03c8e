package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run, from the command line or from JUnit configuration parameters {@code gpucloud.kit.*}. {@code
 * toString} contains neither key nor token.
 *
 * @param url base address of the service, with the version at its end, such as {@code
 * http://localhost:8080/api/open/v2}
 * @param key the API key; null with {@code --admin}, where the kit creates accounts
 * @param readOnly whether only GET requests are sent
 * @param admin whether the service is a stub whose {@code /__admin} API the kit uses
 * @param adminToken the token for {@code /__admin}, null if it needs none
 * @param strict whether undeclared members and unlisted values are also differences
 * @param without assumptions to switch off: names of {@link Assumption}, {@value #ERRORS}, or {@value #ALL}
 * @param only the operations to test, all if empty
 * @param allowCost the most that a running instance may cost in an hour, in the currency of the service; null if none
 * may run
 */
public record Settings(
        URI url,
        @Nullable String key,
        boolean readOnly,
        boolean admin,
        @Nullable String adminToken,
        boolean strict,
        Set<String> without,
        Set<String> only,
        @Nullable BigDecimal allowCost) {

    /** Prefix of the names of the JUnit configuration parameters. */
    public static final String PREFIX = "gpucloud.kit.";

    /**
     * Switches off all assumptions about HTTP statuses, codes and formats of errors: an error may then be anything but
     * success.
     */
    public static final String ERRORS = "errors";

    /** Switches off all assumptions. */
    public static final String ALL = "all";

    private static final String KEY_VARIABLE = "GPU_CLOUD_API_KEY";
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

    /**
     * Validates the settings.
     *
     * @param url base address of the service
     * @param key the API key
     * @param readOnly whether only GET requests are sent
     * @param admin whether the service is a stub
     * @param adminToken the token for {@code /__admin}
     * @param strict whether undeclared members and unlisted values are also differences
     * @param without assumptions to switch off
     * @param only the operations to test
     * @param allowCost the most that a running instance may cost in an hour
     */
    public Settings {
        require(allowCost == null || allowCost.signum() >= 0, "--allow-cost must not be negative");
        require(!readOnly || allowCost == null, "--read-only and --allow-cost exclude each other");
        url = withoutSlash(url);
        without = Set.copyOf(without);
        only = Set.copyOf(only);
        require(!(readOnly && admin), "--read-only and --admin exclude each other: /__admin needs POST requests");
        key = stripped(key, "API key");
        adminToken = stripped(adminToken, "token for /__admin");
        require(admin || key != null, "no API key: set " + KEY_VARIABLE + " or give --key");
        for (String assumption : without) {
            require(
                    Assumption.of(assumption).isPresent() || Set.of(ERRORS, ALL).contains(assumption),
                    "--without: unknown assumption " + assumption + "; " + Assumption.PAGE
                            + " lists the names; the groups errors and all are also allowed");
        }
        Set<String> known = new TreeSet<>();
        ApiDocuments.PUBLIC_API.operations().forEach(operation -> known.add(operation.id()));
        ApiDocuments.ADMIN_API.operations().forEach(operation -> known.add(operation.id()));
        for (String operation : only) {
            require(known.contains(operation), "--only: unknown operation " + operation + ", allowed are " + known);
        }
    }

    /**
     * Settings without an allowed cost.
     *
     * @param url base address of the service
     * @param key the API key
     * @param readOnly whether only GET requests are sent
     * @param admin whether the service is a stub
     * @param adminToken the token for {@code /__admin}
     * @param strict whether undeclared members and unlisted values are also differences
     * @param without assumptions to switch off
     * @param only the operations to test
     */
    public Settings(
            URI url,
            @Nullable String key,
            boolean readOnly,
            boolean admin,
            @Nullable String adminToken,
            boolean strict,
            Set<String> without,
            Set<String> only) {
        this(url, key, readOnly, admin, adminToken, strict, without, only, null);
    }

    /**
     * The settings in JUnit configuration parameters.
     *
     * @param parameters returns the value of a parameter by its full name
     * @return the settings
     * @throws IllegalArgumentException if they are invalid; the message names the parameter to set
     */
    public static Settings from(Function<String, Optional<String>> parameters) {
        Function<String, @Nullable String> read =
                name -> parameters.apply(PREFIX + name).orElse(null);
        String url = read.apply("url");
        require(url != null, "no base URL: set the configuration parameter " + PREFIX + "url");
        String key = read.apply("key");
        return new Settings(
                URI.create(String.valueOf(url)),
                key == null ? System.getenv(KEY_VARIABLE) : key,
                isTrue(read.apply("read-only")),
                isTrue(read.apply("admin")),
                read.apply("admin-token"),
                isTrue(read.apply("strict")),
                names(read.apply("without")),
                names(read.apply("only")));
    }

    /** The same as JUnit configuration parameters. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(PREFIX + "url", url.toString());
        if (key != null) {
            parameters.put(PREFIX + "key", key);
        }
        parameters.put(PREFIX + "read-only", Boolean.toString(readOnly));
        parameters.put(PREFIX + "admin", Boolean.toString(admin));
        if (adminToken != null) {
            parameters.put(PREFIX + "admin-token", adminToken);
        }
        parameters.put(PREFIX + "strict", Boolean.toString(strict));
        parameters.put(PREFIX + "without", String.join(",", without));
        parameters.put(PREFIX + "only", String.join(",", only));
        return parameters;
    }

    /** Whether an assumption is made. */
    boolean assumes(Assumption assumption) {
        return !without.contains(assumption.id()) && !without.contains(ALL);
    }

    /** Whether any assumption about the HTTP status, code and format of errors is made. */
    boolean assumesErrors() {
        return !without.contains(ERRORS) && !without.contains(ALL);
    }

    /** The assumptions by which HTTP status, code and form of an error are verified. */
    Set<Assumption> exactErrors() {
        return assumesErrors()
                ? Arrays.stream(Assumption.values()).filter(this::assumes).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /**
     * Whether an operation is tested.
     *
     * @param operation its id in the contract
     * @return whether it is
     */
    public boolean selects(String operation) {
        return only.isEmpty() || only.contains(operation);
    }

    @Override
    public String toString() {
        String flags = (readOnly ? " --read-only" : "") + (admin ? " --admin" : "") + (strict ? " --strict" : "");
        return url + flags + list(" --without ", without) + list(" --only ", only);
    }

    private static String list(String option, Set<String> names) {
        return names.isEmpty() ? "" : option + String.join(",", new TreeSet<>(names));
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

    /**
     * Removes surrounding white space, which files and the clipboard add. The message does not contain the value, which
     * is secret.
     */
    private static @Nullable String stripped(@Nullable String secret, String what) {
        if (secret == null || secret.isBlank()) {
            return null;
        }
        String stripped = secret.strip();
        require(
                VISIBLE.matcher(stripped).matches(),
                "the " + what + " contains a character that is not allowed in a header: use visible ASCII only");
        return stripped;
    }

    private static URI withoutSlash(URI url) {
        String text = url.toString();
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        require(
                http && url.getHost() != null && url.getRawUserInfo() == null,
                "--url must be an http or https address");
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : url;
    }

    private static void require(boolean fits, String problem) {
        if (!fits) {
            throw new IllegalArgumentException(problem);
        }
    }
}
