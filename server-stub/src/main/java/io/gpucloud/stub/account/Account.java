package io.gpucloud.stub.account;

import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.BillEntry;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything a tenant owns. An operation is applied at a moment, after all events that are due by then. The moment never goes back.
 * Not thread-safe: the owner of an account must guard it.
 */
public final class Account {

    private final Rules rules;
    private final EventSchedule agenda;
    private final Ledger ledger;
    private final LifecycleFaults faults;
    private final Lifecycle lifecycle;
    private final Capacity capacity;
    private final PrivateImages images;
    private final InstanceOperations operations;
    /** The fingerprint of the history: restored state, seed, changes and events. Equal histories have equal fingerprints. */
    private final Fnv1aHash history = new Fnv1aHash();

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
        agenda = new EventSchedule(state.agendaSequence(), state.agenda());
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
        lifecycle = new Lifecycle(rules, agenda, ledger, faults, state);
        capacity = lifecycle.capacity();
        images = new PrivateImages(identifiers, state.images(), state.imageSequence());
        operations = new InstanceOperations(
                rules, identifiers, agenda, ledger, faults, lifecycle, images, state.instanceSequence());
        requireCoherence(state);
        addToHistory(state);
    }

    /**
     * Applies the events that are due, then the operation.
     *
     * @param moment when, in epoch seconds; a moment before the last one counts as the last one
     * @return the result or the error
     */
    public <R> OperationResult<R> perform(Operation<R> operation, long moment) {
        advance(moment);
        if (!(operation instanceof Operation.Read)) {
            // Rejected operations count as well, because they may have used up a fault.
            history.add(operation.toString()).add(now);
        }
        try {
            return new OperationResult<>(operation.applyTo(this), null);
        } catch (DomainException refusal) {
            return new OperationResult<>(null, refusal);
        }
    }

    /** Adds the contents of a seed, as if they had existed before the account was opened. */
    void plant(AccountSeed seed) {
        history.add(seed.toString());
        seed.recharges().forEach(r -> ledger.recharge(r.cents(), now + r.tradeOffset(), now + r.payOffset()));
        seed.cards().forEach(card -> ledger.bind(card.terms(), now + card.bindOffset()));
        seed.bills()
                .forEach(bill ->
                        ledger.carryIn(bill.channel(), bill.cents(), now + bill.startOffset(), now + bill.endOffset()));
        for (AccountSeed.SavedImage seeded : seed.images()) {
            PrivateImage image = images.plant(seeded, now);
            if (image.status() == SaveImageStatus.UPLOADING) {
                agenda.schedule(
                        Kind.UPLOAD_FINISHED,
                        image.uuid(),
                        now + lifecycle.durations().imageUpload());
            }
        }
        seed.instances().forEach(instance -> operations.plant(instance, now));
    }

    private void advance(long moment) {
        long reached = Math.max(now, moment);
        for (ScheduledEvent entry = agenda.pollDue(reached); entry != null; entry = agenda.pollDue(reached)) {
            history.add(entry.due()).add(entry.sequence());
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
        List<CardView> cards = new ArrayList<>(ledger.cards().stream()
                .map(card -> new CardView(card, card.state(now)))
                .toList());
        Collections.reverse(cards);
        return new AccountOverview(
                revision(),
                ledger.balance(now),
                cards,
                counts(),
                lifecycle.durations(),
                rules.catalog().gpus().stream()
                        .map(gpu -> capacity.stock(gpu, now))
                        .toList(),
                agenda.next(AccountOverview.MAX_EVENTS));
    }

    private AccountOverview.Counts counts() {
        return new AccountOverview.Counts(
                lifecycle.count(),
                lifecycle.count(InstanceStatus.RUNNING),
                images.count(),
                ledger.rechargeCount(),
                ledger.billCount(),
                agenda.count());
    }

    AccountOverview.Instances instances() {
        return new AccountOverview.Instances(revision(), now, lifecycle.instances(), agenda.entries());
    }

    AccountOverview.Spending spending(long seconds, int spans) {
        long first = (now / seconds - spans + 1) * seconds;
        return new AccountOverview.Spending(revision(), ledger.spending(first, seconds, spans));
    }

    AccountOverview.Images images() {
        return new AccountOverview.Images(revision(), images.newestFirst());
    }

    AccountSnapshot export() {
        return new AccountSnapshot(
                now,
                operations.sequence(),
                images.sequence(),
                agenda.sequence(),
                ledger.chargeSequence(),
                lifecycle.instances(),
                images.oldestFirst(),
                agenda.entries(),
                ledger.recharges(),
                ledger.cards(),
                ledger.charges(),
                ledger.carriedOver(),
                capacity.replaced(),
                lifecycle.durations(),
                faults.list());
    }

    /** Uses numbers for bills and recharges: creating a text for each of 100,000 bills would take longer than the rest of the check. */
    private void addToHistory(AccountSnapshot state) {
        state.charges()
                .forEach(bill -> history.add(bill.cents())
                        .add(bill.sequence())
                        .add(bill.start())
                        .add(bill.end()));
        state.recharges().forEach(recharge -> history.add(recharge.cents()).add(recharge.tradeTime()));
        history.add(state.moment())
                .add(state.agendaSequence())
                .add(state.carriedOver().toString())
                .add(state.instances().toString())
                .add(state.images().toString())
                .add(state.agenda().toString())
                .add(state.cards().toString())
                .add(new TreeMap<>(state.stock()).toString())
                .add(state.durations().toString())
                .add(state.faults().toString());
    }

    private void requireCoherence(AccountSnapshot state) {
        List<BillEntry> charges = Stream.concat(state.carriedOver().stream(), state.charges().stream())
                .toList();
        requireGiven("a bill", state.chargeSequence(), charges, BillEntry::sequence);
        requireGiven("an instance", state.instanceSequence(), state.instances(), Instance::sequence);
        requireGiven("an image", state.imageSequence(), state.images(), PrivateImage::sequence);
        requireGiven("an entry of the agenda", state.agendaSequence(), state.agenda(), ScheduledEvent::sequence);
        if (lifecycle.count() < state.instances().size()
                || images.count() < state.images().size()) {
            throw new IllegalArgumentException("two instances or two images have the same identifier");
        }
        requireAgenda(state.agenda());
        state.instances()
                .forEach(instance -> rules.catalog().requireGpu(instance.order().gpuUuid(), "an instance"));
        state.cards().forEach(card -> rules.catalog().requirePods(card.podUuids(), "a card"));
    }

    private static <T> void requireGiven(String what, long last, List<T> items, ToLongFunction<T> number) {
        boolean given = items.stream().mapToLong(number).allMatch(each -> each > 0 && each <= last);
        if (!given || last < 0 || last > BillingIdentifierGenerator.LAST) {
            throw new IllegalArgumentException(what + " has a number that was never given");
        }
        if (items.stream().mapToLong(number).distinct().count() < items.size()) {
            throw new IllegalArgumentException(what + " has a number that was given to another one");
        }
    }

    /** Checks that every scheduled event can be applied, because a later operation has no way to report a broken event. */
    private void requireAgenda(List<ScheduledEvent> entries) {
        if (agenda.count() < entries.size()) {
            throw new IllegalArgumentException("the agenda names the same thing twice");
        }
        for (ScheduledEvent entry : entries) {
            boolean fits = images.awaits(entry) || lifecycle.awaits(entry, now);
            if (!fits || entry.due() < now) {
                throw new IllegalArgumentException("the agenda names what cannot happen: " + entry.kind() + " to "
                        + entry.subject() + " at " + entry.due());
            }
        }
    }

    private void uploadEnded(String imageUuid, SaveImageStatus status) {
        Optional<String> saved =
                Optional.ofNullable(images.end(imageUuid, status).instanceUuid());
        saved.flatMap(lifecycle::find).ifPresent(instance -> lifecycle.uploads(instance, status));
    }
}
