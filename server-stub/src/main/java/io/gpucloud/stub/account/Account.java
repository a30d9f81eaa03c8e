package io.gpucloud.stub.account;

import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.BillingIdentifierGenerator;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardTerms;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.paging.Page;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything a tenant owns. An operation is applied at a moment, after all events that are due by then. The moment never goes back.
 * Not thread-safe: the owner of an account must guard it.
 */
public final class Account {

    private final Rules rules;
    private final EventSchedule schedule;
    private final Ledger ledger;
    private final LifecycleFaults faults;
    private final Lifecycle lifecycle;
    private final Capacity capacity;
    private final PrivateImages images;
    private final InstanceOperations operations;
    private final AccountReports reports;
    private final AccountHistory history;

    private long now;

    /**
     * Restores an account.
     *
     * @throws IllegalArgumentException if the state is inconsistent, for example if it names an unknown GPU model
     */
    public Account(AccountKey key, Rules rules, AccountSnapshot state) {
        this.rules = rules;
        now = state.moment();
        IdentifierGenerator identifiers = new IdentifierGenerator(key);
        schedule = new EventSchedule(state.agendaSequence(), state.agenda());
        ledger = new Ledger(
                new BillingIdentifierGenerator(key.name()),
                rules.maxBills(),
                new Ledger.State(
                        state.recharges(),
                        state.cards(),
                        state.charges(),
                        state.carriedOver(),
                        state.chargeSequence()));
        faults = new LifecycleFaults(state.faults());
        capacity = new Capacity(state.stock());
        HourlyMeter meter = new HourlyMeter(rules, schedule, ledger);
        lifecycle = new Lifecycle(rules, schedule, meter, capacity, faults, state);
        images = new PrivateImages(identifiers, state.images(), state.imageSequence());
        operations = new InstanceOperations(
                rules, identifiers, schedule, meter, capacity, faults, lifecycle, images, state.instanceSequence());
        reports = new AccountReports(rules, schedule, ledger, lifecycle, capacity, images);
        SnapshotCheck.require(state, rules, lifecycle, images, schedule);
        history = new AccountHistory(state);
    }

    /**
     * Applies the events that are due, then the operation.
     *
     * @param moment when, in epoch seconds; a moment before the last one counts as the last one
     * @return the result or the error
     */
    public <R> OperationResult<R> perform(Operation<R> operation, long moment) {
        advance(moment);
        history.performed(operation, now);
        try {
            return new OperationResult<>(operation.applyTo(this), null);
        } catch (DomainException rejection) {
            return new OperationResult<>(null, rejection);
        }
    }

    /** Adds the contents of a seed, as if they had existed before the account was opened. */
    void plant(AccountSeed seed) {
        history.planted(seed);
        seed.recharges().forEach(r -> ledger.recharge(r.cents(), now + r.tradeOffset(), now + r.payOffset()));
        seed.cards().forEach(card -> ledger.bind(card.terms(), now + card.bindOffset()));
        seed.bills()
                .forEach(bill ->
                        ledger.carryIn(bill.channel(), bill.cents(), now + bill.startOffset(), now + bill.endOffset()));
        for (AccountSeed.SavedImage seeded : seed.images()) {
            PrivateImage image = images.plant(seeded, now);
            if (image.status() == SaveImageStatus.UPLOADING) {
                schedule.schedule(
                        Kind.UPLOAD_FINISHED,
                        image.uuid(),
                        now + lifecycle.durations().imageUpload());
            }
        }
        seed.instances().forEach(instance -> operations.plant(instance, now));
    }

    /** Gives new instances and private images other identifiers than those of the account before a reset. */
    void continueAfter(Account earlier) {
        long instanceSequence = earlier.operations.sequence();
        long imageSequence = earlier.images.sequence();
        operations.continueAfter(instanceSequence);
        images.continueAfter(imageSequence);
        history.continuedAfter(instanceSequence, imageSequence);
    }

    private void advance(long moment) {
        long reached = Math.max(now, moment);
        for (ScheduledEvent entry = schedule.pollDue(reached); entry != null; entry = schedule.pollDue(reached)) {
            history.applied(entry);
            switch (entry.kind()) {
                case UPLOAD_FINISHED -> uploadEnded(entry.subject(), SaveImageStatus.SUCCEEDED);
                case UPLOAD_FAILED -> uploadEnded(entry.subject(), SaveImageStatus.FAILED);
                default -> lifecycle.onEvent(entry);
            }
        }
        now = reached;
    }

    long moment() {
        return now;
    }

    Instance createFromPod(String podUuid, @Nullable String podTag, String gpuUuid, int gpuNums) {
        return operations.createFromPod(podUuid, podTag, gpuUuid, gpuNums, now);
    }

    Instance createFromImage(String imageUuid, String gpuUuid, int gpuNums) {
        return operations.createFromImage(imageUuid, gpuUuid, gpuNums, now);
    }

    Instance start(String instanceUuid) {
        return operations.start(instanceUuid, now);
    }

    Instance restart(String instanceUuid) {
        return operations.restart(instanceUuid, now);
    }

    Instance setShutdownTimer(String instanceUuid, long shutdownTime, boolean enable) {
        return operations.setShutdownTimer(instanceUuid, shutdownTime, enable, now);
    }

    Instance rename(String instanceUuid, @Nullable String title) {
        return operations.rename(instanceUuid, title);
    }

    PrivateImage saveImage(String instanceUuid, @Nullable String imageName, @Nullable String remark) {
        return operations.saveImage(instanceUuid, imageName, remark, now);
    }

    Instance destroy(String instanceUuid) {
        return operations.destroy(instanceUuid, now);
    }

    List<Instance> listInstances() {
        List<Instance> newestFirst = lifecycle.listed(now);
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    List<PrivateImage> listPrivateImages() {
        return images.newestFirst();
    }

    PrivateImage deleteImage(String uuid) {
        return images.delete(uuid);
    }

    List<GpuAvailability> listGpus() {
        return rules.catalog().gpus().stream()
                .map(gpu -> new GpuAvailability(gpu, capacity.hasFree(gpu, 1, now)))
                .toList();
    }

    Balance getBalance() {
        return ledger.balance(now);
    }

    Page<CardView> listCards(Page.Request page) {
        return ledger.cards(page).map(card -> new CardView(card, card.state(now)));
    }

    Page<Recharge> listRecharges(String tradeNumber, Page.Request page) {
        return ledger.recharges(tradeNumber, page);
    }

    Page<Bill> listBills(Set<ChargeChannel> channels, String orderNumber, Page.Request page) {
        return ledger.bills(channels, orderNumber, page);
    }

    Recharge payIn(long cents) {
        AccountLimits.requireRoom(ledger.rechargeCount(), AccountLimits.RECHARGES, "recharges");
        return ledger.recharge(cents, now, now);
    }

    Balance setBalance(long cents) {
        long difference = cents - ledger.balance(now).cents();
        if (difference > 0) {
            payIn(difference);
        } else if (difference < 0) {
            ledger.carryIn(ChargeChannel.BALANCE, -difference, now, now);
        }
        return ledger.balance(now);
    }

    Card bindCard(long faceCents, int validDays, List<String> podUuids) {
        AccountLimits.requireRoom(ledger.cardCount(), AccountLimits.CARDS, "cards");
        return ledger.bind(new CardTerms("Compute card", faceCents, faceCents, faceCents, validDays, podUuids), now);
    }

    StockSchedule replaceStock(String gpuUuid, StockSchedule stock) {
        capacity.replace(gpuUuid, stock);
        return stock;
    }

    Durations setDurations(@Nullable Long boot, @Nullable Long shutdown, @Nullable Long imageUpload) {
        lifecycle.durations(lifecycle.durations().with(boot, shutdown, imageUpload));
        return lifecycle.durations();
    }

    List<Fault<LifecycleEffect>> addFault(Fault<LifecycleEffect> fault) {
        faults.add(fault);
        return faults.list();
    }

    List<Fault<LifecycleEffect>> removeFault(String id) {
        faults.remove(id);
        return faults.list();
    }

    List<Fault<LifecycleEffect>> listFaults() {
        return faults.list();
    }

    /**
     * Returns a number that changes with every change of the account: write operations, due events, the expiry of cards, scheduled stock
     * changes and the end of list lags.
     */
    long revision() {
        return new Fnv1aHash(history.value())
                .add(ledger.expiredCards(now))
                .add(capacity.changesUntil(now))
                .add(lifecycle.listedCount(now))
                .value();
    }

    AccountOverview overview() {
        return reports.overview(revision(), now);
    }

    AccountOverview.Instances instances() {
        return reports.instances(revision(), now);
    }

    AccountOverview.Spending spending(long seconds, int spans) {
        return reports.spending(revision(), seconds, spans, now);
    }

    AccountOverview.Images images() {
        return reports.images(revision());
    }

    AccountSnapshot export() {
        return new AccountSnapshot(
                now,
                operations.sequence(),
                images.sequence(),
                schedule.sequence(),
                ledger.chargeSequence(),
                lifecycle.instances(),
                images.oldestFirst(),
                schedule.entries(),
                ledger.recharges(),
                ledger.cards(),
                ledger.charges(),
                ledger.carriedOver(),
                capacity.replaced(),
                lifecycle.durations(),
                faults.list());
    }

    private void uploadEnded(String imageUuid, SaveImageStatus status) {
        Optional<String> saved =
                Optional.ofNullable(images.end(imageUuid, status).instanceUuid());
        saved.flatMap(lifecycle::find).ifPresent(instance -> lifecycle.uploads(instance, status));
    }
}
