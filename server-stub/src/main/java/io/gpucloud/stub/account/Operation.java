package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.paging.Page;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation on one account: a record of values, never a closure, so that it can be sent to the owner of the account and replayed on a
 * copy.
 */
public sealed interface Operation<R> {

    /**
     * Applies the operation.
     *
     * @throws DomainException if it is rejected; nothing has changed then
     */
    R applyTo(Account account);

    /** An operation that leaves the account as it is. */
    sealed interface Read<R> extends Operation<R> {}

    /**
     * Creates an instance from a pod.
     *
     * @param podTag its version, or null for the latest
     */
    record CreateFromPod(String podUuid, @Nullable String podTag, String gpuUuid, int gpuNums)
            implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.createFromPod(podUuid, podTag, gpuUuid, gpuNums);
        }
    }

    /** Creates an instance from an image of the market or a private one. */
    record CreateFromImage(String imageUuid, String gpuUuid, int gpuNums) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.createFromImage(imageUuid, gpuUuid, gpuNums);
        }
    }

    /** Lists the instances, newest first. */
    record ListInstances() implements Read<List<Instance>> {
        @Override
        public List<Instance> applyTo(Account account) {
            return account.listInstances();
        }
    }

    /** Starts an instance that is shut down or, if a created instance does not boot by itself, that was created. */
    record Start(String instanceUuid) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.start(instanceUuid);
        }
    }

    /** Restarts a running instance. */
    record Restart(String instanceUuid) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.restart(instanceUuid);
        }
    }

    /**
     * Sets or cancels the shutdown timer of a running instance.
     *
     * @param shutdownTime 0 to cancel, else the time in the {@linkplain TimerUnit unit} of the rules
     * @param enable false to cancel whatever the time says
     */
    record SetShutdownTimer(String instanceUuid, long shutdownTime, boolean enable) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.setShutdownTimer(instanceUuid, shutdownTime, enable);
        }
    }

    /**
     * Renames an instance.
     *
     * @param title its new title, or null to leave it
     */
    record Rename(String instanceUuid, @Nullable String title) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.rename(instanceUuid, title);
        }
    }

    /**
     * Saves a running instance as a private image and shuts it down.
     *
     * @param imageName name of the image, or null for one made of the title and the time
     * @param remark description, or null for none
     */
    record SaveImage(
            String instanceUuid,
            @Nullable String imageName,
            @Nullable String remark) implements Operation<PrivateImage> {
        @Override
        public PrivateImage applyTo(Account account) {
            return account.saveImage(instanceUuid, imageName, remark);
        }
    }

    /** Destroys an instance. */
    record Destroy(String instanceUuid) implements Operation<Instance> {
        @Override
        public Instance applyTo(Account account) {
            return account.destroy(instanceUuid);
        }
    }

    /** Lists the private images, newest first. */
    record ListPrivateImages() implements Read<List<PrivateImage>> {
        @Override
        public List<PrivateImage> applyTo(Account account) {
            return account.listPrivateImages();
        }
    }

    /** Deletes a private image. */
    record DeleteImage(String imageUuid) implements Operation<PrivateImage> {
        @Override
        public PrivateImage applyTo(Account account) {
            return account.deleteImage(imageUuid);
        }
    }

    /** Lists the GPU models with their availability. */
    record ListGpus() implements Read<List<GpuAvailability>> {
        @Override
        public List<GpuAvailability> applyTo(Account account) {
            return account.listGpus();
        }
    }

    /** Reads the balance. */
    record GetBalance() implements Read<Balance> {
        @Override
        public Balance applyTo(Account account) {
            return account.getBalance();
        }
    }

    /** Lists compute cards, newest first. */
    record ListCards(Page.Request page) implements Read<Page<CardView>> {
        @Override
        public Page<CardView> applyTo(Account account) {
            return account.listCards(page);
        }
    }

    /**
     * Lists bills, newest first.
     *
     * @param orderNumber the one with this number; empty for all
     */
    record ListBills(Set<ChargeChannel> channels, String orderNumber, Page.Request page) implements Read<Page<Bill>> {
        @Override
        public Page<Bill> applyTo(Account account) {
            return account.listBills(channels, orderNumber, page);
        }
    }

    /**
     * Lists recharges, newest first.
     *
     * @param tradeNumber part of the number in any case; empty for all
     */
    record ListRecharges(String tradeNumber, Page.Request page) implements Read<Page<Recharge>> {
        @Override
        public Page<Recharge> applyTo(Account account) {
            return account.listRecharges(tradeNumber, page);
        }
    }

    /** Pays money in. */
    record PayIn(long cents) implements Operation<Recharge> {
        @Override
        public Recharge applyTo(Account account) {
            return account.payIn(cents);
        }
    }

    /** Sets the balance. Books a recharge or a bill of the difference. */
    record SetBalance(long cents) implements Operation<Balance> {
        @Override
        public Balance applyTo(Account account) {
            return account.setBalance(cents);
        }
    }

    /**
     * Binds a compute card.
     *
     * @param validDays validity from now on, in days
     * @param podUuids pods it applies to; empty for all
     */
    record BindCard(long faceCents, int validDays, List<String> podUuids) implements Operation<Card> {
        @Override
        public Card applyTo(Account account) {
            return account.bindCard(faceCents, validDays, podUuids);
        }
    }

    /** Sets the stock of a GPU model for the account. */
    record ReplaceStock(String gpuUuid, StockSchedule stock) implements Operation<StockSchedule> {
        @Override
        public StockSchedule applyTo(Account account) {
            return account.replaceStock(gpuUuid, stock);
        }
    }

    /** Sets the durations of transitions that start from now on, in seconds; null keeps a duration. */
    record SetDurations(
            @Nullable Long boot,
            @Nullable Long shutdown,
            @Nullable Long imageUpload) implements Operation<Rules.Durations> {
        @Override
        public Rules.Durations applyTo(Account account) {
            return account.setDurations(boot, shutdown, imageUpload);
        }
    }

    /** Sets a fault. */
    record AddFault(Fault<LifecycleEffect> fault) implements Operation<List<Fault<LifecycleEffect>>> {
        @Override
        public List<Fault<LifecycleEffect>> applyTo(Account account) {
            return account.addFault(fault);
        }
    }

    /** Removes a fault, if it is still there. */
    record RemoveFault(String id) implements Operation<List<Fault<LifecycleEffect>>> {
        @Override
        public List<Fault<LifecycleEffect>> applyTo(Account account) {
            return account.removeFault(id);
        }
    }

    /** Lists the faults that can still trigger. */
    record ListFaults() implements Read<List<Fault<LifecycleEffect>>> {
        @Override
        public List<Fault<LifecycleEffect>> applyTo(Account account) {
            return account.listFaults();
        }
    }

    /** Returns the revision of the account. Does not depend on the number of bills. */
    record GetRevision() implements Read<Long> {
        @Override
        public Long applyTo(Account account) {
            return account.revision();
        }
    }

    /** Returns what the account has, without its bills. */
    record GetOverview() implements Read<AccountOverview> {
        @Override
        public AccountOverview applyTo(Account account) {
            return account.overview();
        }
    }

    /** Returns all instances, hidden ones included, and their events. */
    record GetInstances() implements Read<AccountOverview.Instances> {
        @Override
        public AccountOverview.Instances applyTo(Account account) {
            return account.instances();
        }
    }

    /**
     * Sums up the bills of intervals of equal length.
     *
     * @param seconds length of an interval
     * @param spans number of intervals; the last one contains the present
     */
    record GetSpending(long seconds, int spans) implements Read<AccountOverview.Spending> {
        @Override
        public AccountOverview.Spending applyTo(Account account) {
            return account.spending(seconds, spans);
        }
    }

    /** Returns the private images with the revision of the account. */
    record GetImages() implements Read<AccountOverview.Images> {
        @Override
        public AccountOverview.Images applyTo(Account account) {
            return account.images();
        }
    }

    /** Exports the state of the account at its present moment. */
    record Export() implements Read<AccountSnapshot> {
        @Override
        public AccountSnapshot applyTo(Account account) {
            return account.export();
        }
    }

    /** Returns the present moment of the account, in epoch seconds. */
    record GetMoment() implements Read<Long> {
        @Override
        public Long applyTo(Account account) {
            return account.moment();
        }
    }
}
