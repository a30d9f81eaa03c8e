package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A limit of {@link LeaseOptions} does not allow a rental or an extension. Nothing was created or changed. */
public final class SpendingLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final BigDecimal limit;
    private final @Nullable Duration window;
    private final BigDecimal spent;
    private final BigDecimal reserved;
    private final BigDecimal wanted;

    /** Creates an exception with a message and the amounts that its methods return. */
    public SpendingLimitException(
            String summary,
            BigDecimal limit,
            @Nullable Duration window,
            BigDecimal spent,
            BigDecimal reserved,
            BigDecimal wanted) {
        super(summary);
        this.limit = limit;
        this.window = window;
        this.spent = spent;
        this.reserved = reserved;
        this.wanted = wanted;
    }

    /** {@return the limit: an amount, an amount per hour, or a number of leases} */
    public BigDecimal limit() {
        return limit;
    }

    /** {@return the window of {@link LeaseOptions#spendingWindow()}; null for the other limits} */
    public @Nullable Duration window() {
        return window;
    }

    /** {@return what was spent within the window, at most; zero for the other limits} */
    public BigDecimal spent() {
        return spent;
    }

    /** {@return what open leases may still spend, or their price per hour or number} */
    public BigDecimal reserved() {
        return reserved;
    }

    /** {@return what the rejected rental needs} */
    public BigDecimal wanted() {
        return wanted;
    }
}
