package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toCollection;

import io.gpucloud.openapi.OpenApiOperation;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run. {@code toString} contains neither key nor token.
 *
 * @param url base address of the service, with the version at its end, such as {@code
 * http://localhost:8080/api/open/v2}
 * @param key the API key; null with {@code --admin}, where the kit creates accounts, and for recorded traffic
 * @param readOnly whether only GET requests are sent
 * @param admin whether the service is a stub whose {@code /__admin} API the kit uses
 * @param adminToken the token for {@code /__admin}, null if it needs none
 * @param strict whether undeclared members and unlisted values are also differences
 * @param without assumptions to switch off: names of assumptions, {@value #ERRORS}, or {@value #ALL}
 * @param only the operations to test, all if empty
 * @param allowCost the most that a running instance may cost in an hour, in the currency of the service; null if none
 * may run
 * @param observed whether operations are tested that were observed, but are not documented
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
        @Nullable BigDecimal allowCost,
        boolean observed) {

    /**
     * Switches off all assumptions about HTTP statuses, codes and formats of errors: an error may then be anything but
     * success.
     */
    public static final String ERRORS = "errors";

    /** Switches off all assumptions. */
    public static final String ALL = "all";

    static final String KEY_VARIABLE = "GPU_CLOUD_API_KEY";
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

    /** Validates the settings. */
    public Settings {
        require(allowCost == null || allowCost.signum() >= 0, "--allow-cost must not be negative");
        require(!readOnly || allowCost == null, "--read-only and --allow-cost exclude each other");
        url = withoutSlash(url);
        without = Set.copyOf(without);
        only = Set.copyOf(only);
        require(!(readOnly && admin), "--read-only and --admin exclude each other: /__admin needs POST requests");
        key = stripped(key, "API key");
        adminToken = stripped(adminToken, "token for /__admin");
        for (String assumption : without) {
            require(
                    ApiDocuments.isAssumption(assumption) || Set.of(ERRORS, ALL).contains(assumption),
                    "--without: unknown assumption " + assumption + "; " + Source.ASSUMPTIONS
                            + " lists the names; the groups errors and all are also allowed");
        }
        Set<String> known = ApiDocuments.operations().map(OpenApiOperation::id).collect(toCollection(TreeSet::new));
        for (String operation : only) {
            require(known.contains(operation), "--only: unknown operation " + operation + ", allowed are " + known);
        }
    }

    /** Settings for any service, with its base address and an API key. */
    public static Settings ofKey(URI url, String key) {
        return new Settings(url, key, false, false, null, false, Set.of(), Set.of(), null, false);
    }

    /** Settings for a stub, in which the kit creates accounts. The token may be null if {@code /__admin} needs none. */
    public static Settings ofAdmin(URI url, @Nullable String adminToken) {
        return new Settings(url, null, false, true, adminToken, false, Set.of(), Set.of(), null, false);
    }

    /** Requires a key, unless the kit creates accounts. */
    Settings requiringKey() {
        require(admin || key != null, "no API key: set " + KEY_VARIABLE + " or give --key");
        return this;
    }

    /** Sends only GET requests. */
    public Settings asReadOnly() {
        return new Settings(url, key, true, admin, adminToken, strict, without, only, allowCost, observed);
    }

    /** Counts undeclared members and unlisted values as differences. */
    public Settings asStrict() {
        return new Settings(url, key, readOnly, admin, adminToken, true, without, only, allowCost, observed);
    }

    /** Switches off assumptions: names of assumptions, {@value #ERRORS}, or {@value #ALL}. */
    public Settings withoutAssumptions(String... names) {
        return new Settings(url, key, readOnly, admin, adminToken, strict, Set.of(names), only, allowCost, observed);
    }

    /** Tests only the operations with these ids in the contract, all if there are none. */
    public Settings onlyOperations(String... operations) {
        return new Settings(
                url, key, readOnly, admin, adminToken, strict, without, Set.of(operations), allowCost, observed);
    }

    /** Tests also operations that were observed, but are not documented. */
    public Settings withObserved() {
        return new Settings(url, key, readOnly, admin, adminToken, strict, without, only, allowCost, true);
    }

    /** Allows an instance to run for some minutes if it costs at most this amount in an hour. */
    public Settings allowingCost(BigDecimal anHour) {
        return new Settings(url, key, readOnly, admin, adminToken, strict, without, only, anHour, observed);
    }

    /** Whether an assumption, or any of {@value #ERRORS}, is made. */
    boolean assumes(String assumption) {
        return !without.contains(assumption) && !without.contains(ALL);
    }

    /** Whether HTTP status, code and form of the errors of an assumption are verified. */
    boolean isExact(String assumption) {
        return assumes(ERRORS) && assumes(assumption);
    }

    /** Whether the operation with this id is tested. */
    public boolean selects(String operation) {
        return only.isEmpty() || only.contains(operation);
    }

    @Override
    public String toString() {
        return url + options();
    }

    /** The options of the run as on the command line, without secrets. */
    String options() {
        String flags = (readOnly ? " --read-only" : "")
                + (admin ? " --admin" : "")
                + (strict ? " --strict" : "")
                + (observed ? " --observed" : "");
        return flags + list(" --without ", without) + list(" --only ", only);
    }

    private static String list(String option, Set<String> names) {
        return names.isEmpty() ? "" : option + String.join(",", new TreeSet<>(names));
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

    static void require(boolean fits, String problem) {
        if (!fits) {
            throw new IllegalArgumentException(problem);
        }
    }
}
