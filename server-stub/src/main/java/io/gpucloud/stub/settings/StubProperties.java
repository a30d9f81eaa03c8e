package io.gpucloud.stub.settings;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.gpucloud.stub.account.StartMode;
import io.gpucloud.stub.startup.UnusableSettingException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/**
 * All configuration of the stub.
 *
 * @param seed JSON file with the initial contents: file:my-seed.json, classpath:empty or classpath:default.
 * @param profile YAML file with settings of the stub, such as file:service.yaml, as the compatibility kit writes it.
 *     All other settings have priority over it.
 * @param clock the initial time
 * @param lifecycle how instances start, and the durations of their transitions
 * @param instances addresses of instances
 * @param observed Whether operations and members are served that the service does not document, but that were observed.
 * @param assumptions assumptions about the service that can be replaced
 * @param metering whether and how running instances are billed
 * @param paging bounds of pages
 * @param rateLimit limits on the requests of each key
 * @param tenants accounts that are opened on first use
 * @param limits limits on stored and received data
 * @param snapshot the file with the state
 * @param store JDBC URL of a PostgreSQL database for the state, such as jdbc:postgresql://host/db. User and password
 *     are spring.datasource.username and spring.datasource.password. If unset, the state is in memory.
 * @param faults faults that a tester sets
 * @param admin access to /__admin
 * @param cors web pages of other origins
 * @param validate How requests and responses that break the contract are treated: off, log, or enforce, which rejects
 *     such requests and replaces such responses by HTTP 500.
 * @param requestLog Whether each request is logged on a line, with keys masked.
 */
@ConfigurationProperties(prefix = "stub", ignoreUnknownFields = false)
public record StubProperties(
        @DefaultValue("classpath:default") String seed,
        @Nullable String profile,
        @DefaultValue @Valid Clock clock,
        @DefaultValue @Valid Lifecycle lifecycle,
        @DefaultValue Instances instances,
        @DefaultValue("false") boolean observed,
        @NestedConfigurationProperty @DefaultValue @Valid Assumptions assumptions,

        @DefaultValue Metering metering,
        @DefaultValue @Valid Paging paging,
        @DefaultValue @Valid RateLimit rateLimit,
        @DefaultValue @Valid Tenants tenants,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Snapshot snapshot,
        @Nullable String store,
        @DefaultValue Faults faults,
        @DefaultValue Admin admin,
        @DefaultValue @Valid Cors cors,
        @DefaultValue("off") Validation validate,
        @DefaultValue("false") boolean requestLog) {

    private static final long YEAR_10000 = 253_402_300_799L;

    /** The reaction to requests and responses that violate the contract. */
    public enum Validation {
        /** None. Requests may have undeclared members, as with the service. */
        OFF,
        /** Violations are logged. */
        LOG,
        /**
         * Violations are logged. An invalid request is rejected, and an invalid response is replaced by a system
         * exception.
         */
        ENFORCE
    }

    /**
     * The initial time of the clock.
     *
     * @param now Initial time, in epoch seconds. Defaults to the system time.
     * @param frozen Whether the clock stops until it is advanced.
     */
    public record Clock(
            @Nullable @Min(0) @Max(YEAR_10000) Long now,
            @DefaultValue("false") boolean frozen) {}

    /**
     * How instances start, and the durations of their transitions, truncated to whole seconds.
     *
     * @param start How a created instance starts: automatic, or explicit, which waits for startInstance.
     * @param boot Time from created to running, cut to whole seconds.
     * @param shutdown Time from shutting down to shut down, cut to whole seconds.
     * @param imageUpload Time from the save of an image to the end of its upload, cut to whole seconds.
     */
    public record Lifecycle(
            @DefaultValue("automatic") StartMode start,

            @DefaultValue("20s") @DurationUnit(SECONDS) @DurationMin @DurationMax(days = 3650)
            Duration boot,

            @DefaultValue("10s") @DurationUnit(SECONDS) @DurationMin @DurationMax(days = 3650)
            Duration shutdown,

            @DefaultValue("30s") @DurationUnit(SECONDS) @DurationMin @DurationMax(days = 3650)
            Duration imageUpload) {}

    /**
     * Addresses of instances.
     *
     * @param serverUrl Address of every instance, such as http://127.0.0.1:8188/{instance_uuid}. By default a host that
     *     does not exist.
     */
    public record Instances(@Nullable String serverUrl) {}

    /**
     * How running instances are billed.
     *
     * @param enabled Whether running instances are billed.
     * @param requireFunds Whether creation and startup need the price of one hour in balance and cards.
     */
    public record Metering(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean requireFunds) {}

    /**
     * Bounds of pages.
     *
     * @param maxPageSize Largest page; a larger page_size is cut to it.
     */
    public record Paging(
            @DefaultValue("1000") @Min(1) @Max(100_000) int maxPageSize) {}

    /**
     * Limits on the requests of each key, in real time. Requests above them get HTTP 429.
     *
     * @param requestsPerSecond Requests that each key may send per second of the system clock; 0 for no limit.
     * @param concurrent Requests that each key may have in progress at the same time; 0 for no limit.
     */
    public record RateLimit(
            @DefaultValue("0") @Min(0) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("0") @Min(0) @Max(1_000_000) int concurrent) {}

    /**
     * Accounts that are opened on first use.
     *
     * @param enabled Whether a key tenant-NAME (NAME is 1 to 64 of A-Z, a-z, 0-9, ., _ and -) opens an account on first
     *     use.
     * @param max Maximum number of accounts in addition to the predefined ones.
     * @param idle How long an account that was opened on first use may be unused before a new account can replace it; 0
     *     for no limit.
     */
    public record Tenants(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") @Min(0) @Max(1_000_000) int max,

            @DefaultValue("0s") @DurationUnit(SECONDS) @DurationMin @DurationMax(days = 3650)
            Duration idle) {}

    /**
     * Limits on stored and received data.
     *
     * @param maxBody Largest body of a request to the public API.
     * @param maxSnapshot Largest snapshot that can be restored, and largest file that holds the state. Defaults to an
     *     eighth of the heap, at most 256MB.
     * @param instances Instances an account can have; a create beyond it is rejected with code 1.
     * @param bills Bills an account keeps; beyond it the oldest are merged into one per channel.
     * @param journal Requests the journal keeps of each account; beyond it the oldest are dropped. Above an eighth of
     *     the heap or 128MB, or 100000 requests with stub.store, the largest accounts keep fewer.
     */
    public record Limits(
            @DefaultValue("64KB") DataSize maxBody,
            @Nullable DataSize maxSnapshot,

            @DefaultValue("10000") @Min(1) @Max(1_000_000) int instances,

            @DefaultValue("100000") @Min(1) @Max(100_000_000)
            int bills,

            @DefaultValue("10000") @Min(0) @Max(1_000_000) int journal) {

        /** The largest size of an array. */
        private static final int LARGEST = Integer.MAX_VALUE - 8;

        private static final long LARGEST_DEFAULT_SNAPSHOT =
                DataSize.ofMegabytes(256).toBytes();
        /** A body and the state read from it take several times the size of the body. */
        private static final int SNAPSHOTS_IN_HEAP = 8;

        /**
         * Returns the largest body of a request to the public API.
         *
         * @return its size in bytes
         */
        public int maxBodyBytes() {
            return size("stub.limits.max-body", maxBody);
        }

        /**
         * Returns the largest snapshot.
         *
         * @return its size in bytes
         */
        public int maxSnapshotBytes() {
            long inHeap = Runtime.getRuntime().maxMemory() / SNAPSHOTS_IN_HEAP;
            return maxSnapshot == null
                    ? (int) Math.min(LARGEST_DEFAULT_SNAPSHOT, inHeap)
                    : size("stub.limits.max-snapshot", maxSnapshot);
        }

        private static int size(String setting, DataSize size) {
            if (size.toBytes() < 1 || size.toBytes() > LARGEST) {
                throw new UnusableSettingException(
                        setting, size, "must be from 1 byte to " + LARGEST + " bytes", "Correct the setting.");
            }
            return (int) size.toBytes();
        }
    }

    /**
     * The file that stores the state, including keys.
     *
     * @param file File that holds the state: read at the start if it exists, written at an interval and at the stop. If
     *     unset, the state is in memory only.
     * @param interval Time between two writes of the file.
     */
    public record Snapshot(
            @Nullable Path file,

            @DefaultValue("10s") @DurationUnit(SECONDS) @DurationMin(seconds = 1) @DurationMax(days = 1)
            Duration interval) {}

    /**
     * Faults that a tester sets.
     *
     * @param seed Seed of the random numbers of faults with a probability. The same seed gives the same sequence.
     */
    public record Faults(@DefaultValue("0") long seed) {}

    /**
     * Access to /__admin, /actuator and the console.
     *
     * @param token Bearer token of at least 16 characters that callers of /__admin and /actuator must send. If unset or
     *     empty, only direct callers on this machine are allowed, also for /actuator/health.
     */
    public record Admin(@Nullable String token) {

        /** An attacker has many addresses, and each of them may guess ten tokens in a minute. */
        private static final int MIN_LENGTH = 16;

        /**
         * Normalizes the token.
         *
         * @param token the token, or an empty one or null for none
         * @throws UnusableSettingException if the token is too short
         */
        public Admin {
            token = token == null || token.isBlank() ? null : token;
            if (token != null && token.length() < MIN_LENGTH) {
                throw new UnusableSettingException(
                        "stub.admin.token has fewer than 16 characters, so that it could be guessed",
                        "This command makes a token: openssl rand -hex 24");
            }
        }
    }

    /**
     * Web pages of other origins.
     *
     * @param allowedOrigins Origins whose web pages may call the public API, such as http://localhost:3000, or * for
     *     all. /__admin is never opened to them.
     */
    public record Cors(@DefaultValue List<@Pattern(regexp = ORIGIN, message = NOT_AN_ORIGIN) String> allowedOrigins) {

        private static final String ORIGIN = "[*]|https?://[^/\\s?#]+";
        private static final String NOT_AN_ORIGIN =
                "must be scheme, host and port without a path, such as http://localhost:3000, or * for all";
    }
}
