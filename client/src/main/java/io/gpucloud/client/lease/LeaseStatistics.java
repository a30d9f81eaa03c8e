package io.gpucloud.client.lease;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Numbers about the leases of a client: those that are open, and events since the client was created.
 *
 * @param open the open leases, also those whose instance still boots or could not be destroyed
 * @param perHourAtMost the largest plausible price of their instances per hour, as far as it is known, in units of the
 *     account's currency
 * @param perHourBilled the price per hour that is probably billed for them, see {@link LeaseCost}
 * @param inDoubt how often the outcome of a create request stayed unknown, plus the candidates that recoveries
 *     reported, each once
 * @param notDestroyed how often an instance could not be destroyed
 * @param recovered the instances of ended processes that were destroyed, leased again or kept
 * @param lost the leases whose instance ended without this program
 * @param renewalFailures how often a shutdown timer could not be renewed
 * @param waiting the instances and create requests without an outcome that the journal names for ended processes and
 *     that no lease holds; of the {@link Leases} on which you call {@link Leases#statistics}
 * @param recoveryFailure why the latest recovery in the background was not complete and is tried again; null if it was
 * @param spending what these leases, or all processes with their journal, have spent of
 *     {@link LeaseOptions#spendingLimit()}; null without a limit
 */
public record LeaseStatistics(
        int open,
        BigDecimal perHourAtMost,
        BigDecimal perHourBilled,
        long inDoubt,
        long notDestroyed,
        long recovered,
        long lost,
        long renewalFailures,
        int waiting,
        @Nullable RuntimeException recoveryFailure,
        @Nullable Spending spending) {}
