package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * The money that leases have spent of a {@link LeaseOptions#spendingLimit()}, in units of the account's currency. All
 * amounts are upper bounds.
 *
 * @param limit the limit
 * @param window the time for which it holds
 * @param spent what was spent within the window until now
 * @param reserved what open leases may still spend, and what ended ones may that you keep
 */
public record Spending(BigDecimal limit, Duration window, BigDecimal spent, BigDecimal reserved) {}
