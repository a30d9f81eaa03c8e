package io.gpucloud.stub;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.util.unit.DataSize;

/**
 * All configuration of the stub.
 *
 * @param seed what the stub starts with, a JSON file
 * @param lifecycle how long things take
 * @param metering whether and how running instances are billed
 * @param paging bounds of pages
 * @param tenants accounts that open on first use
 * @param limits bounds of what is kept and read
 */
@ConfigurationProperties("stub")
public record StubProperties(
        @DefaultValue("classpath:/seed/default.json") Resource seed,
        @DefaultValue Lifecycle lifecycle,
        @DefaultValue Metering metering,
        @DefaultValue Paging paging,
        @DefaultValue Tenants tenants,
        @DefaultValue Limits limits) {

    /**
     * How long things take.
     *
     * @param boot from created to running
     * @param shutdown from shutting down to shut down
     * @param imageUpload from save to uploaded
     */
    public record Lifecycle(
            @DefaultValue("20s") Duration boot,
            @DefaultValue("10s") Duration shutdown,
            @DefaultValue("30s") Duration imageUpload) {}

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
    public record Paging(@DefaultValue("1000") int maxPageSize) {}

    /**
     * Accounts that open on first use.
     *
     * @param enabled whether a key of the form tenant-NAME opens one
     * @param max how many there can be
     */
    public record Tenants(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") int max) {}

    /**
     * Bounds of what is kept and read.
     *
     * @param maxBody largest body of a request
     * @param bills bills an account keeps; past them the oldest become one record per channel
     */
    public record Limits(
            @DefaultValue("64KB") DataSize maxBody,
            @DefaultValue("100000") int bills) {}
}
