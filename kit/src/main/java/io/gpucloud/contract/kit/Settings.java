package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toCollection;

import io.gpucloud.openapi.OpenApiOperation;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/**
 * The settings of a run: the options of the command line that select the checks. {@code toString} contains neither key
 * nor token.
 */
public final class Settings {

    /**
     * Switches off all assumptions about HTTP statuses, codes and formats of errors: an error may then be anything but
     * success.
     */
    public static final String ERRORS = "errors";

    static final String SENDS_ONLY_GET = "--read-only sends only GET requests";
    static final String NEEDS_ADMIN = "needs --admin, to move the clock of a stub and to set faults";

    /** Tag of tests of operations that were observed, but are not documented. */
    static final String OBSERVED = "observed";

    /** Tag of tests that keep an instance running. */
    private static final String COST = "cost";

    /** Switches off all assumptions. */
    private static final String ALL = "all";

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

    @Option(names = "--url", description = "Base address, with the version: https://HOST/api/open/v2")
    private @Nullable URI url;

    @Option(
            names = "--key",
            defaultValue = "${env:GPU_CLOUD_API_KEY}",
            showDefaultValue = Visibility.NEVER,
            description = "The API key. Prefer GPU_CLOUD_API_KEY, because other users can see command lines.")
    private @Nullable String key;

    @Option(names = "--read-only", description = "Sends only GET requests: costs nothing and changes nothing.")
    private boolean readOnly;

    @Option(names = "--admin", description = "The service is our stub: uses /__admin, with new accounts.")
    private boolean admin;

    @Option(
            names = "--admin-token",
            defaultValue = "${env:GPU_CLOUD_ADMIN_TOKEN}",
            showDefaultValue = Visibility.NEVER,
            description = "The token for /__admin. Prefer GPU_CLOUD_ADMIN_TOKEN.")
    private @Nullable String adminToken;

    @Option(names = "--strict", description = "Undeclared members and unlisted values are also differences.")
    private boolean strict;

    @Option(
            names = "--without",
            split = ",",
            description =
                    "Assumptions to switch off: names such as timer-unit from docs/reference/assumptions.md, errors, or all.")
    private Set<String> without = Set.of();

    @Option(names = "--only", split = ",", description = "operationIds to test.")
    private Set<String> only = Set.of();

    @Option(names = "--observed", description = "Also checks operations that were observed, but are not documented.")
    private boolean observed;

    @Option(
            names = "--allow-cost",
            description =
                    "Keeps an instance running for some minutes, if the cheapest GPU model costs at most this amount"
                            + " an hour, for --write-profile: how it starts, its timer, and saving an image.")
    private @Nullable BigDecimal allowCost;

    /** Only picocli sets the options. */
    Settings() {}

    /**
     * Settings for a service.
     *
     * @param options as on the command line, such as {@code "--url", "http://localhost:8080/api/open/v2", "--admin"}
     * @throws IllegalArgumentException if they exclude each other, or one is missing or invalid
     * @throws CommandLine.ParameterException if there is no such option
     */
    public static Settings of(String... options) {
        return CommandLine.populateCommand(new Settings(), options).validated(false);
    }

    /** Validates the settings. A run that reads recorded traffic sends no requests. */
    Settings validated(boolean ofTraffic) {
        boolean sending = admin || readOnly || observed || allowCost != null;
        require(
                !ofTraffic || !sending,
                "--traffic sends no request: leave out --admin, --read-only, --observed and --allow-cost");
        require(ofTraffic || url != null, "Missing required option: '--url=<url>' or '--traffic=FILE.har'");
        require(allowCost == null || allowCost.signum() >= 0, "--allow-cost must not be negative");
        require(!readOnly || allowCost == null, "--read-only and --allow-cost exclude each other");
        require(!(readOnly && admin), "--read-only and --admin exclude each other: /__admin needs POST requests");
        url = url == null ? null : withoutSlash(url);
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
        require(ofTraffic || admin || key != null, "no API key: set GPU_CLOUD_API_KEY or give --key");
        return this;
    }

    /** The base address of the service, with the version at its end. */
    URI url() {
        return Objects.requireNonNull(url);
    }

    /** The base address, null for recorded traffic of any service. */
    @Nullable
    URI urlOfTraffic() {
        return url;
    }

    /** The API key; may be null with {@code --admin}, where the kit creates accounts, and for recorded traffic. */
    @Nullable
    String key() {
        return key;
    }

    /** Whether only GET requests are sent. */
    public boolean readOnly() {
        return readOnly;
    }

    boolean admin() {
        return admin;
    }

    /** The token for {@code /__admin}, null if it needs none. */
    public @Nullable String adminToken() {
        return adminToken;
    }

    boolean strict() {
        return strict;
    }

    boolean observed() {
        return observed;
    }

    /** Whether an instance that costs this amount an hour may be kept running. */
    public boolean allowsCost(BigDecimal amount) {
        return allowCost != null && amount.compareTo(allowCost) <= 0;
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

    /** Whether the run has the options without which tests with these tags are not part of it. */
    boolean includes(Set<String> tags) {
        return (observed || !tags.contains(OBSERVED)) && (allowCost != null || !tags.contains(COST));
    }

    /** The reason to skip a test with these tags, empty if it runs. */
    public Optional<String> skipReason(Set<String> tags) {
        if (tags.stream().anyMatch(ApiDocuments.OBSERVED_API::hasOperation)
                && tags.stream().noneMatch(this::selects)) {
            return Optional.of("not among --only");
        }
        if (tags.contains(OBSERVED) && !observed) {
            return Optional.of("needs --observed");
        }
        for (String tag : new TreeSet<>(tags)) {
            if (ApiDocuments.isAssumption(tag) && !assumes(tag)) {
                return Optional.of("assumption " + tag + " is switched off");
            }
        }
        if (tags.contains(ERRORS) && !assumes(ERRORS)) {
            return Optional.of("assumptions about errors are switched off");
        }
        if (tags.contains(COST) && (admin || allowCost == null)) {
            return Optional.of("needs --allow-cost, without --admin");
        }
        boolean needsAdmin = tags.contains("admin");
        if (readOnly && (needsAdmin || tags.contains("changes"))) {
            return Optional.of(SENDS_ONLY_GET);
        }
        return needsAdmin && !admin ? Optional.of(NEEDS_ADMIN) : Optional.empty();
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
