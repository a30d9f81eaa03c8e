package io.gpucloud.client.lease;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Numbers about the leases of a client: those that are open, and events since the client was created.
 *
 * @param open the open leases, also those whose instance still boots or could not be destroyed
 * @param perHour the largest plausible price of their instances per hour, as far as it is known, in units of the
 *     account's currency
 * @param inDoubt how often the outcome of a create request stayed unknown, plus the candidates that recoveries
 *     reported, each once
 * @param notDestroyed how often an instance could not be destroyed
 * @param recovered the instances of ended processes that were destroyed, leased again or kept
 * @param spending what these leases, or all processes with their journal, have spent of
 *     {@link LeaseOptions#spendingLimit()}; null without a limit
 */
public record LeaseStatistics(
        int open,
        BigDecimal perHour,
        long inDoubt,
        long notDestroyed,
        long recovered,
        @Nullable Spending spending) {}
