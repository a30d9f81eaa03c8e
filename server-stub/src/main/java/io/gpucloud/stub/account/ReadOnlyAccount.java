package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.billing.SpendingSpan;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.paging.Page;
import java.util.List;
import java.util.Set;

/** The operations of an account that leave it unchanged. */
public interface ReadOnlyAccount {

    /** Returns the present moment of the account, in epoch seconds. */
    long moment();

    /**
     * Returns a text that differs whenever the account does: after a change, a due event, the expiry of a card, a
     * scheduled change of the stock, the end of a list lag, and after the account was opened again. Does not depend on
     * the number of bills.
     */
    String revision();

    /**
     * Returns an instance.
     *
     * @throws DomainException if it does not exist
     */
    Instance getInstance(String uuid);

    /** Lists the instances, newest first. */
    List<Instance> listInstances();

    /** Lists the private images, newest first. */
    List<PrivateImage> listPrivateImages();

    /** Lists the GPU models with their availability. */
    List<GpuAvailability> listGpus();

    Balance getBalance();

    /** Lists compute cards, newest first. */
    Page<CardView> listCards(Page.Request page);

    /**
     * Lists bills, newest first.
     *
     * @param orderNumber the one with this number; empty for all
     */
    Page<Bill> listBills(Set<ChargeChannel> channels, String orderNumber, Page.Request page);

    /**
     * Lists recharges, newest first.
     *
     * @param tradeNumber part of the number in any case; empty for all
     */
    Page<Recharge> listRecharges(String tradeNumber, Page.Request page);

    /** Lists the faults that can still trigger. */
    List<Fault<LifecycleEffect>> listFaults();

    /** Returns what the account has, without its bills. */
    AccountOverview overview();

    /** Returns all instances, hidden ones included, and their events. */
    AccountOverview.Instances instances();

    /**
     * Sums up the bills of intervals of equal length.
     *
     * @param seconds length of an interval
     * @param spans number of intervals; the last one contains the present
     * @return the intervals, oldest first
     */
    List<SpendingSpan> spending(long seconds, int spans);

    /** Exports the state of the account at its present moment. */
    AccountSnapshot export();
}
