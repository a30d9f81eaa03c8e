package io.gpucloud.stub;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
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
 * @param seed what the stub starts with: a JSON file, such as file:my-seed.json, classpath:empty or classpath:default
 * @param clock what the clock shows first
 * @param lifecycle how long things take
 * @param metering whether and how running instances are billed
 * @param paging bounds of pages
 * @param rateLimit how many requests of one key are let in
 * @param tenants accounts beside those of the default set-up
 * @param limits bounds of what is kept and read
 * @param faults what goes wrong on demand
 * @param admin access to /__admin
 * @param requestLog whether each request is logged on a line
 */
@Validated
@ConfigurationProperties(prefix = "stub", ignoreUnknownFields = false)
public record StubProperties(
        @DefaultValue("classpath:default") String seed,
        @DefaultValue @Valid Clock clock,
        @DefaultValue @Valid Lifecycle lifecycle,
        @DefaultValue @Valid Metering metering,
        @DefaultValue @Valid Paging paging,
        @DefaultValue @Valid RateLimit rateLimit,
        @DefaultValue @Valid Tenants tenants,
        @DefaultValue @Valid Limits limits,
        @DefaultValue @Valid Faults faults,
        @DefaultValue @Valid Admin admin,
        @DefaultValue("false") boolean requestLog) {

    private static final long YEAR_10000 = 253_402_300_799L;

    /**
     * What the clock shows first.
     *
     * @param now the moment, in epoch seconds; the machine's when left out
     * @param frozen whether it stands still until it is moved
     */
    public record Clock(
            @Nullable @Min(0) @Max(YEAR_10000) Long now,
            @DefaultValue("false") boolean frozen) {}

    /**
     * How long things take, cut to whole seconds.
     *
     * @param boot from created to running
     * @param shutdown from shutting down to shut down
     * @param imageUpload from save to uploaded
     */
    public record Lifecycle(
            @DefaultValue("20s") @DurationMin @DurationMax(days = 3650)
            Duration boot,

            @DefaultValue("10s") @DurationMin @DurationMax(days = 3650)
            Duration shutdown,

            @DefaultValue("30s") @DurationMin @DurationMax(days = 3650)
            Duration imageUpload) {}

    /**
     * How running instances are billed.
     *
     * @param enabled whether they are billed at all
     * @param requireFunds whether creation and startup need the price of one hour
     */
    public record Metering(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean requireFunds) {}

    /**
     * Bounds of pages.
     *
     * @param maxPageSize larger pages are cut to this size
     */
    public record Paging(
            @DefaultValue("1000") @Min(1) @Max(100_000) int maxPageSize) {}

    /**
     * How many requests of one key are let in, in the machine's time; past it HTTP 429.
     *
     * @param requestsPerSecond requests in a second; 0 for any number
     * @param concurrent requests at once; 0 for any number
     */
    public record RateLimit(
            @DefaultValue("0") @Min(0) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("0") @Min(0) @Max(1_000_000) int concurrent) {}

    /**
     * Accounts beside those of the default set-up.
     *
     * @param enabled whether a key of the form tenant-NAME opens one on first use
     * @param max how many there can be
     */
    public record Tenants(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") @Min(0) @Max(1_000_000) int max) {}

    /**
     * Bounds of what is kept and read.
     *
     * @param maxBody largest body of a request to the public API
     * @param maxSnapshot largest snapshot that is put in
     * @param bills bills an account keeps; past them the oldest become one per channel
     * @param journal requests the journal keeps; past them the oldest are forgotten
     */
    public record Limits(
            @DefaultValue("64KB") DataSize maxBody,
            @DefaultValue("256MB") DataSize maxSnapshot,

            @DefaultValue("100000") @Min(1) @Max(100_000_000)
            int bills,

            @DefaultValue("1000") @Min(0) @Max(1_000_000) int journal) {}

    /**
     * What goes wrong on demand.
     *
     * @param seed where the chances of faults with a probability come from: the same seed, the same chances
     */
    public record Faults(@DefaultValue("0") long seed) {}

    /**
     * Access to /__admin, /actuator and the pages that steer the stub.
     *
     * @param token what a caller must send as a bearer token; when left out, only the loopback interface is answered
     */
    public record Admin(@Nullable String token) {}
}
