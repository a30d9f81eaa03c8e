package io.gpucloud.stub;

import io.gpucloud.stub.account.StartMode;
import io.gpucloud.stub.account.TimerUnit;
import io.gpucloud.stub.api.ApiConfiguration;
import io.gpucloud.stub.startup.UnusableSettingException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * All configuration of the stub.
 *
 * @param seed What the stub starts with, a JSON file: file:my-seed.json, classpath:empty or classpath:default.
 * @param clock the initial time
 * @param lifecycle how instances start, and how long things take
 * @param assumptions assumptions about the service that can be replaced
 * @param metering whether and how running instances are billed
 * @param paging bounds of pages
 * @param rateLimit how many requests of one key are let in
 * @param tenants accounts that are opened on first use
 * @param limits limits on stored and received data
 * @param snapshot where the state is kept
 * @param faults faults that a tester sets
 * @param admin access to /__admin
 * @param cluster the machines that keep the state together
 * @param validate What is done about requests and answers that are not as the contract says: off, log, or enforce, which
 *     refuses such requests and answers HTTP 500 instead of such answers.
 * @param requestLog Whether each request is logged on a line, with keys masked.
 */
@Validated
@ConfigurationProperties(prefix = "stub", ignoreUnknownFields = false)
public record StubProperties(
        @DefaultValue("classpath:default") String seed,
        @DefaultValue @Valid Clock clock,
        @DefaultValue @Valid Lifecycle lifecycle,
        @DefaultValue @Valid Assumptions assumptions,
        @DefaultValue Metering metering,
        @DefaultValue @Valid Paging paging,
        @DefaultValue @Valid RateLimit rateLimit,
        @DefaultValue @Valid Tenants tenants,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Snapshot snapshot,
        @DefaultValue Faults faults,
        @DefaultValue Admin admin,
        @DefaultValue @Valid Cluster cluster,
        @DefaultValue("off") ApiConfiguration.Validation validate,
        @DefaultValue("false") boolean requestLog) {

    private static final long YEAR_10000 = 253_402_300_799L;

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
     * How instances start, and how long things take, cut to whole seconds.
     *
     * @param start How a created instance starts: automatic, or explicit, which waits for startInstance.
     * @param boot Time from created to running, cut to whole seconds.
     * @param shutdown Time from shutting down to shut down, cut to whole seconds.
     * @param imageUpload Time from the save of an image to the end of its upload, cut to whole seconds.
     */
    public record Lifecycle(
            @DefaultValue("automatic") StartMode start,

            @DefaultValue("20s") @DurationMin @DurationMax(days = 3650)
            Duration boot,

            @DefaultValue("10s") @DurationMin @DurationMax(days = 3650)
            Duration shutdown,

            @DefaultValue("30s") @DurationMin @DurationMax(days = 3650)
            Duration imageUpload) {}

    /**
     * Assumptions about the service that can be replaced by what was observed. Each has its name in
     * {@code docs/reference/assumptions.md}.
     *
     * @param timerUnit How shutdown_time is read: epoch-seconds, minutes from now, or either, where values below
     *     10,000,000 are minutes.
     */
    public record Assumptions(@DefaultValue("either") TimerUnit timerUnit) {}

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
     * How many requests of one key are let in, in the machine's time; past it HTTP 429.
     *
     * @param requestsPerSecond Requests that each key may send in a second of the machine; 0 for any number.
     * @param concurrent Requests that each key may have under way at once; 0 for any number.
     */
    public record RateLimit(
            @DefaultValue("0") @Min(0) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("0") @Min(0) @Max(1_000_000) int concurrent) {}

    /**
     * Accounts that are opened on first use.
     *
     * @param enabled Whether a key tenant-NAME (NAME is 1 to 64 of a-z, 0-9 and -) opens an account on first use.
     * @param max Maximum number of accounts in addition to the predefined ones.
     * @param idle How long an account that was opened on first use may go unused before it makes room for others; 0 for
     *     ever.
     */
    public record Tenants(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") @Min(0) @Max(1_000_000) int max,

            @DefaultValue("0s") @DurationMin @DurationMax(days = 3650)
            Duration idle) {}

    /**
     * Limits on stored and received data.
     *
     * @param maxBody Largest body of a request to the public API.
     * @param maxSnapshot Largest snapshot that can be put in, and largest file that holds the state.
     * @param instances Instances an account can have; a create beyond it is rejected with code 1.
     * @param bills Bills an account keeps; beyond it the oldest are merged into one per channel.
     * @param journal Requests the journal keeps; beyond it the oldest are dropped.
     */
    public record Limits(
            @DefaultValue("64KB") DataSize maxBody,
            @DefaultValue("256MB") DataSize maxSnapshot,

            @DefaultValue("10000") @Min(1) @Max(1_000_000) int instances,

            @DefaultValue("100000") @Min(1) @Max(100_000_000)
            int bills,

            @DefaultValue("1000") @Min(0) @Max(1_000_000) int journal) {

        /** The most that is read into one array. */
        private static final int LARGEST = Integer.MAX_VALUE - 8;

        /**
         * Bounds as they are set.
         *
         * @param maxBody from 1 to 2,147,483,639 bytes
         * @param maxSnapshot from 1 to 2,147,483,639 bytes
         * @param instances as above
         * @param bills as above
         * @param journal as above
         * @throws UnusableSettingException if one of the sizes is out of these
         */
        public Limits {
            requireSize("stub.limits.max-body", maxBody);
            requireSize("stub.limits.max-snapshot", maxSnapshot);
        }

        private static void requireSize(String setting, DataSize size) {
            if (size.toBytes() < 1 || size.toBytes() > LARGEST) {
                throw new UnusableSettingException(
                        setting, size, "must be from 1 byte to " + LARGEST + " bytes", "Correct the setting.");
            }
        }
    }

    /**
     * Where the state is kept, keys and all.
     *
     * @param file File that holds the state: read at the start if it is there, written at an interval and at the stop. Nothing
     *     is kept when left out.
     * @param interval Time between two writes.
     */
    public record Snapshot(
            @Nullable Path file,

            @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(days = 1)
            Duration interval) {}

    /**
     * Faults that a tester sets.
     *
     * @param seed Seed of the random numbers of faults with a probability. The same seed gives the same sequence.
     */
    public record Faults(@DefaultValue("0") long seed) {}

    /**
     * Access to /__admin, /actuator and the pages that steer the stub.
     *
     * @param token Bearer token that callers of /__admin and /actuator must send. If unset or empty, only
     *     callers on this machine are allowed.
     */
    public record Admin(@Nullable String token) {

        /**
         * Access as it is set.
         *
         * @param token the token, or an empty one or null for none
         */
        public Admin {
            token = token == null || token.isBlank() ? null : token;
        }
    }

    /**
     * The machines that keep the state together, with the jar of the cluster.
     *
     * @param members All members of the cluster, host:port each, the same list on every one of them. Only with the jar of
     *     the cluster.
     * @param self The one of the members that this program is.
     * @param trustNetwork Whether members may listen on more than the loopback interface: whoever reaches their ports can
     *     join.
     * @param joinTimeout How long a member that starts waits for a majority of the others.
     */
    public record Cluster(
            @DefaultValue List<String> members,
            @Nullable String self,
            @DefaultValue("false") boolean trustNetwork,

            @DefaultValue("2m") @DurationMin(seconds = 1) @DurationMax(days = 1)
            Duration joinTimeout) {}
}
