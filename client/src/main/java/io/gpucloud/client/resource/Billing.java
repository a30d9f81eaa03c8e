package io.gpucloud.client.resource;

import io.gpucloud.client.Paged;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.Recharge;

/** What an account has left, what it consumed and what was paid in. Amounts are in units of the account's currency. */
public interface Billing {

    /**
     * Reads what is left: {@code GET /balance/info}. Repeated.
     *
     * @return money paid in, and compute cards
     * @throws AuthenticationException if the key is refused
     */
    Balance balance();

    /**
     * Lists the compute cards: {@code GET /card/list}. Repeated.
     *
     * @return the cards, page by page; asked for when they are looked at
     */
    Paged<Card> cards();

    /**
     * Lists all that was consumed: {@code GET /bill/list}. Repeated.
     *
     * @return the records, page by page; asked for when they are looked at
     */
    default Paged<Bill> bills() {
        return bills(BillFilter.all());
    }

    /**
     * Lists what was consumed: {@code GET /bill/list}. Repeated.
     *
     * @param filter which records
     * @return the records, page by page; asked for when they are looked at
     */
    Paged<Bill> bills(BillFilter filter);

    /**
     * Lists all that was paid in: {@code GET /recharge/list}. Repeated.
     *
     * @return the recharges, page by page; asked for when they are looked at
     */
    default Paged<Recharge> recharges() {
        return recharges(new RechargeFilter(null));
    }

    /**
     * Lists what was paid in: {@code GET /recharge/list}. Repeated.
     *
     * @param filter which recharges
     * @return the recharges, page by page; asked for when they are looked at
     */
    Paged<Recharge> recharges(RechargeFilter filter);
}
