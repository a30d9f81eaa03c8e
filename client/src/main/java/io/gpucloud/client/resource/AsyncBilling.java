package io.gpucloud.client.resource;

import io.gpucloud.client.AsyncPaged;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.Recharge;
import java.util.concurrent.CompletableFuture;

/** The asynchronous form of {@link Billing}. Futures behave as those of {@link AsyncInstances}. */
public interface AsyncBilling {

    /**
     * Asynchronous form of {@link Billing#balance()}.
     *
     * @return recharged balance and compute cards
     */
    CompletableFuture<Balance> balance();

    /**
     * Asynchronous form of {@link Billing#cards()}.
     *
     * @return the cards, page by page
     */
    AsyncPaged<Card> cards();

    /**
     * Asynchronous form of {@link Billing#bills()}.
     *
     * @return the records, page by page
     */
    AsyncPaged<Bill> bills();

    /**
     * Asynchronous form of {@link Billing#bills(BillFilter)}.
     *
     * @param filter which records
     * @return the records, page by page
     */
    AsyncPaged<Bill> bills(BillFilter filter);

    /**
     * Asynchronous form of {@link Billing#recharges()}.
     *
     * @return the recharges, page by page
     */
    AsyncPaged<Recharge> recharges();

    /**
     * Asynchronous form of {@link Billing#recharges(RechargeFilter)}.
     *
     * @param filter which recharges
     * @return the recharges, page by page
     */
    AsyncPaged<Recharge> recharges(RechargeFilter filter);
}
