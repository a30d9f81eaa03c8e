package io.gpucloud.client.resource;

import io.gpucloud.client.Paged;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.Recharge;

/** The balance, compute cards, bills and recharges of an account. Amounts are in units of the account's currency. */
public interface Billing {

    /**
     * Reads the balance: {@code GET /balance/info}. Repeated.
     *
     * @return the remaining money and compute cards
     * @throws AuthenticationException if the key is rejected
     */
    Balance balance();

    /**
     * Lists the compute cards: {@code GET /card/list}. Repeated.
     *
     * @return the cards; each page is requested when it is needed
     */
    Paged<Card> cards();

    /**
     * Lists all bills: {@code GET /bill/list}. Repeated.
     *
     * @return the bills; each page is requested when it is needed
     */
    default Paged<Bill> bills() {
        return bills(BillFilter.all());
    }

    /**
     * Lists bills: {@code GET /bill/list}. Repeated.
     *
     * @param filter which bills
     * @return the bills; each page is requested when it is needed
     */
    Paged<Bill> bills(BillFilter filter);

    /**
     * Lists all recharges: {@code GET /recharge/list}. Repeated.
     *
     * @return the recharges; each page is requested when it is needed
     */
    Paged<Recharge> recharges();

    /**
     * Searches recharges by transaction number: {@code GET /recharge/list}. Repeated.
     *
     * @param tradeNumber text to search for in the transaction numbers
     * @return the recharges; each page is requested when it is needed
     */
    Paged<Recharge> recharges(String tradeNumber);
}
