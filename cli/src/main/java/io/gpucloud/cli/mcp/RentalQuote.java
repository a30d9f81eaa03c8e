package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.lease.RentalPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An instance that an agent may rent, with its price.
 *
 * @param quoteId also the tag of the rental
 * @param purpose the title of the instance, in words of the agent; null for none
 * @param idleTimeout after how long the rental ends unless its agent asks for it; null for never
 * @param pricePerHour the largest plausible price of the instance, which the rental may not exceed
 * @param costAtMost what the rental reserves of the spending limit
 * @param validUntil until when it can be rented for the first time
 */
record RentalQuote(
        String quoteId,
        @Nullable String purpose,
        @Nullable String podUuid,
        @Nullable String podTag,
        @Nullable String imageUuid,
        String gpuUuid,
        int gpuCount,
        Duration lifetime,
        @Nullable Duration idleTimeout,
        BigDecimal pricePerHour,
        BigDecimal costAtMost,
        Instant validUntil) {

    /** So soon after a killed server does the service shut an instance down, plus 7 minutes. */
    private static final Duration RENEWAL = Duration.ofMinutes(5);

    RentalQuote lasting(Duration lifetime, BigDecimal costAtMost) {
        return new RentalQuote(
                quoteId,
                purpose,
                podUuid,
                podTag,
                imageUuid,
                gpuUuid,
                gpuCount,
                lifetime,
                idleTimeout,
                pricePerHour,
                costAtMost,
                validUntil);
    }

    RentalPlan plan() {
        RentalPlan.Builder plan = RentalPlan.builder()
                .gpus(gpuUuid)
                .gpuCount(gpuCount)
                .maxHourlyPrice(pricePerHour)
                .maxLifetime(lifetime)
                .renewTimerEvery(RENEWAL)
                .idleTimeout(idleTimeout)
                .title(purpose == null ? "agent" : purpose)
                .tag(quoteId);
        Optional.ofNullable(podUuid).ifPresent(plan::podUuid);
        Optional.ofNullable(podTag).ifPresent(plan::podTag);
        Optional.ofNullable(imageUuid).ifPresent(plan::imageUuid);
        return plan.build();
    }

    /** Rejects a quote that has no plan, with the names of the arguments. */
    void requirePlan() {
        try {
            plan();
        } catch (IllegalArgumentException invalid) {
            String message = String.valueOf(invalid.getMessage());
            throw new UsageException(
                    message.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT));
        }
    }

    /**
     * A quote that was rented, as its file has it.
     *
     * @param endsAt when the rental ends at the latest; null before it runs
     * @param endRequested whether the agent has ended it
     * @param result how it ended; null before
     */
    record Rented(
            RentalQuote quote,
            @Nullable Instant endsAt,
            boolean endRequested,
            @Nullable Result result) {

        Rented runningSince(Instant moment) {
            return new Rented(quote, moment.plus(quote.lifetime()), endRequested, result);
        }

        Rented extended(RentalQuote longer, Duration more) {
            return new Rented(longer, endsAt == null ? null : endsAt.plus(more), endRequested, result);
        }

        Rented endRequest() {
            return new Rented(quote, endsAt, true, result);
        }

        /** The server that rented it has ended, the rental has not. */
        Rented continuedAt(Instant moment) {
            Instant end = endsAt == null ? moment.plus(quote.lifetime()) : endsAt;
            return new Rented(quote, end, endRequested, null);
        }

        /** The rental failed, and nothing but an instance that could not be destroyed is left of it. */
        boolean isFailed() {
            return result != null && result.state().equals("failed");
        }

        /** The rental failed before there was an instance. */
        boolean isNothingCreated() {
            return isFailed() && Objects.requireNonNull(result).isFree();
        }

        Rented result(Result known) {
            return new Rented(quote, endsAt, endRequested, known);
        }
    }

    /**
     * How a rental ended.
     *
     * @param state {@code ended}, {@code failed} or {@code outcome_unknown}
     * @param cost what it cost at most; null if it is not known, zero if nothing was created
     * @param serviceText what the service said about a failure
     */
    record Result(
            String state,
            String message,
            @Nullable BigDecimal cost,
            List<String> left,
            List<String> candidates,
            @Nullable String serviceText) {

        Result(String state, String message, @Nullable BigDecimal cost, List<String> left, List<String> candidates) {
            this(state, message, cost, left, candidates, null);
        }

        boolean isFree() {
            return cost != null && cost.signum() == 0;
        }
    }
}
