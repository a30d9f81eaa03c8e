package io.gpucloud.stub.account;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.Instance.Order;
import io.gpucloud.stub.account.Instance.Source;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardTerms;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.IdentifierGenerator;
import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.billing.SpendingSpan;
import io.gpucloud.stub.catalog.Catalog.Gpu;
import io.gpucloud.stub.catalog.Catalog.Pod;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.ActiveFaults;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.paging.Page;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything a tenant owns. It is read and changed at a moment, after all events that are due by then were applied. The
 * moment never goes back. Each operation checks all conditions before it changes anything. Not thread-safe: the owner
 * of an account must guard it.
 */
public final class Account implements ReadOnlyAccount {

    /** A timer is at least 5 minutes ahead, in seconds. */
    private static final long LEAD_TIME = 300;

    private final Rules rules;
    private final EventSchedule schedule;
    private final Ledger ledger;
    private final ActiveFaults<LifecycleEffect> faults;
    private final Capacity capacity;
    private final HourlyMeter meter;
    private final Lifecycle lifecycle;
    private final PrivateImages images;
    private final long generation;

    private long now;
    private long changes;

    /**
     * Restores an account.
     *
     * @param generation part of the {@linkplain #revision() revision}; differs each time that an account is opened,
     *     reset or restored
     * @throws IllegalArgumentException if the state is inconsistent, for example if it names an unknown GPU model
     */
    public Account(AccountKey key, Rules rules, AccountSnapshot state, long generation) {
        this.rules = rules;
        this.generation = generation;
        now = state.moment();
        IdentifierGenerator identifiers = new IdentifierGenerator(key.name());
        schedule = new EventSchedule(state.agendaSequence(), state.agenda());
        ledger = new Ledger(identifiers, rules.maxBills(), state.ledger());
        faults = new ActiveFaults<>(state.faults());
        capacity = new Capacity(state.stock());
        meter = new HourlyMeter(rules, schedule, ledger);
        lifecycle = new Lifecycle(rules, identifiers, schedule, meter, capacity, faults, state);
        images = new PrivateImages(identifiers, state.images(), state.imageSequence());
        SnapshotCheck.require(state, rules, ledger, lifecycle, images, schedule);
    }

    /**
     * Applies the events that are due, then reads.
     *
     * @param moment when, in epoch seconds; a moment before the last one counts as the last one
     */
    public <R> R read(long moment, Function<ReadOnlyAccount, R> reading) {
        advance(moment);
        return reading.apply(this);
    }

    /**
     * Applies the events that are due, then the change.
     *
     * @param moment when, in epoch seconds; a moment before the last one counts as the last one
     * @throws DomainException if the operation is rejected; due events stay applied
     */
    public <R> R change(long moment, Function<Account, R> change) {
        advance(moment);
        // Rejected operations count as well, because they may have used up a fault.
        changes++;
        return change.apply(this);
    }

    /** Adds the contents of a seed, as if they had existed before the account was opened. */
    void plant(AccountSeed seed) {
        seed.recharges().forEach(r -> ledger.recharge(r.cents(), now + r.tradeOffset(), now + r.payOffset()));
        seed.cards().forEach(card -> ledger.bind(card.terms(), now + card.bindOffset()));
        seed.bills()
                .forEach(bill ->
                        ledger.carryIn(bill.channel(), bill.cents(), now + bill.startOffset(), now + bill.endOffset()));
        for (AccountSeed.SavedImage seeded : seed.images()) {
            PrivateImage image = images.plant(seeded, now);
            if (image.status() == SaveImageStatus.UPLOADING) {
                long due = now + lifecycle.durations().imageUpload();
                schedule.schedule(Kind.UPLOAD_FINISHED, image.uuid(), due);
            }
        }
        seed.instances().forEach(instance -> lifecycle.plant(instance, now));
    }

    /** Gives new instances and private images other identifiers than those of the account before a reset. */
    void continueAfter(Account earlier) {
        lifecycle.continueAfter(earlier.lifecycle.sequence());
        images.continueAfter(earlier.images.sequence());
    }

    private void advance(long moment) {
        long reached = Math.max(now, moment);
        for (ScheduledEvent entry = schedule.pollDue(reached); entry != null; entry = schedule.pollDue(reached)) {
            changes++;
            switch (entry.kind()) {
                case UPLOAD_FINISHED -> uploadEnded(entry.subject(), SaveImageStatus.SUCCEEDED);
                case UPLOAD_FAILED -> uploadEnded(entry.subject(), SaveImageStatus.FAILED);
                default -> lifecycle.onEvent(entry);
            }
        }
        now = reached;
    }

    @Override
    public long moment() {
        return now;
    }

    /**
     * Creates an instance from a pod.
     *
     * @param podTag its version, or null for the latest
     */
    public Instance createFromPod(String podUuid, @Nullable String podTag, String gpuUuid, int gpuNums) {
        Pod pod = rules.catalog().pod(podUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_POD));
        int version = podTag == null ? 0 : pod.tags().indexOf(podTag);
        if (version < 0) {
            throw new DomainException(AccountError.UNKNOWN_POD_TAG);
        }
        return create(Source.of(pod, pod.tags().get(version)), gpuUuid, gpuNums);
    }

    /** Creates an instance from an image of the market or a private one. */
    public Instance createFromImage(String imageUuid, String gpuUuid, int gpuNums) {
        Source source = rules.catalog().marketImage(imageUuid).map(Source::of).orElseGet(() -> savedSource(imageUuid));
        return create(source, gpuUuid, gpuNums);
    }

    private Source savedSource(String imageUuid) {
        PrivateImage image = images.find(imageUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_IMAGE));
        if (image.status() != SaveImageStatus.SUCCEEDED) {
            throw new DomainException(AccountError.IMAGE_NOT_READY);
        }
        return Source.of(image);
    }

    private Instance create(Source source, String gpuUuid, int gpuNums) {
        // Uses the strings of the catalog, so that instances do not keep a copy of the strings of each request.
        Gpu gpu = rules.catalog().gpu(gpuUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_GPU));
        Order order = new Order(source, gpu.uuid(), gpuNums);
        requireGpusAndFunds(order);
        AccountLimits.requireRoom(lifecycle.count(), rules.maxInstances(), "instances");
        return lifecycle.create(order, rules.instanceTitle() == InstanceTitle.EMPTY ? "" : source.imageName(), now);
    }

    private void requireGpusAndFunds(Order order) {
        Gpu gpu = rules.catalog().gpu(order.gpuUuid()).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_GPU));
        if (!capacity.hasFree(gpu, order.gpuNums(), now)) {
            throw new DomainException(AccountError.NO_CAPACITY);
        }
        meter.requireFunds(order, now);
    }

    /**
     * Starts an instance that is shut down or, if a created instance does not boot by itself, that was created.
     *
     * @param gpuUuid the GPU model to start on, or null to keep it
     * @param gpuNums the number of GPUs, or null to keep it
     */
    public Instance start(String instanceUuid, @Nullable String gpuUuid, @Nullable Integer gpuNums) {
        Instance instance = instance(instanceUuid, AccountError.START_REFUSED);
        Order order = instance.order();
        String model = requireNonNullElse(gpuUuid, order.gpuUuid());
        Order wanted = new Order(order.source(), model, requireNonNullElse(gpuNums, order.gpuNums()));
        if (lifecycle.awaitsFirstStart(instance) && wanted.equals(order)) {
            // The create request has checked the funds and reserved the GPUs.
            lifecycle.keepListing(instance, now);
            return lifecycle.boot(instance, now);
        }
        Transition.STARTUP.requireFrom(instance.status());
        requireGpusAndFunds(wanted);
        lifecycle.keepListing(instance, now);
        return lifecycle.move(instance.withOrder(wanted), Transition.STARTUP, now);
    }

    /** Shuts a running instance down. */
    public Instance shutDown(String instanceUuid) {
        return request(instance(instanceUuid, AccountError.SHUTDOWN_REFUSED), Transition.SHUTDOWN);
    }

    /** Restarts a running instance. */
    public Instance restart(String instanceUuid) {
        return request(instance(instanceUuid, AccountError.RESTART_REFUSED), Transition.RESTART);
    }

    private Instance request(Instance instance, Transition transition) {
        transition.requireFrom(instance.status());
        lifecycle.keepListing(instance, now);
        return lifecycle.move(instance, transition, now);
    }

    /**
     * Sets or cancels the shutdown timer of a running instance.
     *
     * @param shutdownTime 0 to cancel, else the time in the {@linkplain TimerUnit unit} of the rules
     * @param enable false to cancel whatever the time says
     */
    public Instance setShutdownTimer(String instanceUuid, long shutdownTime, boolean enable) {
        Instance instance = instance(instanceUuid, AccountError.INSTANCE_UNSUITABLE);
        boolean cancels = !enable || shutdownTime == 0;
        if (!Transition.TIMER_CHANGED.startsAt(instance.status())) {
            throw new DomainException(cancels ? AccountError.TIMER_CANCEL_REFUSED : AccountError.INSTANCE_UNSUITABLE);
        }
        if (cancels) {
            return lifecycle.cancelTimer(instance);
        }
        long due = rules.timerUnit().moment(shutdownTime, now);
        if (due < now + LEAD_TIME) {
            throw new DomainException(AccountError.TIMER_LEAD_TIME);
        }
        return lifecycle.setTimer(instance, due);
    }

    /**
     * Renames an instance.
     *
     * @param title its new title, or null to leave it
     */
    public Instance rename(String instanceUuid, @Nullable String title) {
        Instance instance = instance(instanceUuid, AccountError.INSTANCE_UNKNOWN);
        return title == null ? instance : lifecycle.rename(instance, title);
    }

    /**
     * Saves a running instance as a private image and shuts it down.
     *
     * @param imageName name of the image, or null for one made of the title and the time
     * @param remark description, or null for none
     */
    public PrivateImage saveImage(String instanceUuid, @Nullable String imageName, @Nullable String remark) {
        Instance instance = instance(instanceUuid, AccountError.INSTANCE_UNSUITABLE);
        Transition.IMAGE_SAVED.requireFrom(instance.status());
        if (instance.upload() == SaveImageStatus.UPLOADING) {
            throw new DomainException(AccountError.SAVE_DURING_UPLOAD);
        }
        if (imageName != null && images.isTaken(imageName)) {
            throw new DomainException(AccountError.IMAGE_NAME_IN_USE);
        }
        AccountLimits.requireRoom(images.count(), AccountLimits.IMAGES, "private images");
        PrivateImage image = images.save(instance, imageName, remark == null ? "" : remark, now);
        boolean fails = faults.trigger(now, LifecycleEffect.Kind.FAIL_UPLOAD).isPresent();
        Kind outcome = fails ? Kind.UPLOAD_FAILED : Kind.UPLOAD_FINISHED;
        schedule.schedule(outcome, image.uuid(), now + lifecycle.durations().imageUpload());
        lifecycle.move(lifecycle.uploads(instance, SaveImageStatus.UPLOADING), Transition.IMAGE_SAVED, now);
        return image;
    }

    /** Destroys an instance. */
    public Instance destroy(String instanceUuid) {
        Instance instance = instance(instanceUuid, AccountError.INSTANCE_NOT_DESTROYABLE);
        if (instance.upload() == SaveImageStatus.UPLOADING) {
            throw new DomainException(AccountError.DESTROY_DURING_UPLOAD);
        }
        // Last, so that a request which another condition rejects does not use the fault up.
        if (faults.trigger(now, LifecycleEffect.Kind.REFUSE_DESTROY).isPresent()) {
            throw new DomainException(AccountError.INSTANCE_NOT_DESTROYABLE);
        }
        if (!lifecycle.hides(instance, now)) {
            lifecycle.keepListing(instance, now);
            lifecycle.remove(instance, now);
        }
        return instance;
    }

    private Instance instance(String uuid, AccountError missing) {
        return lifecycle
                .find(uuid)
                .filter(found -> !found.isHidden(now))
                .orElseThrow(() -> new DomainException(missing));
    }

    @Override
    public Instance getInstance(String uuid) {
        return instance(uuid, AccountError.MISSING_INSTANCE);
    }

    @Override
    public List<Instance> listInstances() {
        return lifecycle.listed(now);
    }

    @Override
    public List<PrivateImage> listPrivateImages() {
        return images.newestFirst();
    }

    /** Deletes a private image. */
    public PrivateImage deleteImage(String uuid) {
        return images.delete(uuid);
    }

    @Override
    public List<GpuAvailability> listGpus() {
        return rules.catalog().gpus().stream()
                .map(gpu -> new GpuAvailability(gpu, capacity.hasFree(gpu, 1, now)))
                .toList();
    }

    @Override
    public Balance getBalance() {
        return ledger.balance(now);
    }

    @Override
    public Page<CardView> listCards(Page.Request page) {
        return ledger.cards(page).map(card -> new CardView(card, card.state(now)));
    }

    @Override
    public Page<Recharge> listRecharges(String tradeNumber, Page.Request page) {
        return ledger.recharges(tradeNumber, page);
    }

    @Override
    public Page<Bill> listBills(Set<ChargeChannel> channels, String orderNumber, Page.Request page) {
        return ledger.bills(channels, orderNumber, page);
    }

    /** Pays money in. */
    public Recharge payIn(long cents) {
        AccountLimits.requireRoom(ledger.rechargeCount(), AccountLimits.RECHARGES, "recharges");
        return ledger.recharge(cents, now, now);
    }

    /** Sets the balance: recharges the difference, or takes it from the recharges. Nothing is spent. */
    public Balance setBalance(long cents) {
        long difference = cents - ledger.balance(now).cents();
        if (difference > 0) {
            payIn(difference);
        } else if (difference < 0) {
            ledger.withdraw(-difference);
        }
        return ledger.balance(now);
    }

    /**
     * Binds a compute card.
     *
     * @param validDays validity from now on, in days
     * @param podUuids pods it applies to; empty for all
     */
    public Card bindCard(long faceCents, int validDays, List<String> podUuids) {
        AccountLimits.requireRoom(ledger.cardCount(), AccountLimits.CARDS, "cards");
        return ledger.bind(new CardTerms("Compute card", faceCents, faceCents, faceCents, validDays, podUuids), now);
    }

    /** Sets the stock of a GPU model for the account. */
    public StockSchedule replaceStock(String gpuUuid, StockSchedule stock) {
        capacity.replace(gpuUuid, stock);
        return stock;
    }

    /** Sets the durations of transitions that start from now on, in seconds; null keeps a duration. */
    public Durations setDurations(@Nullable Long boot, @Nullable Long shutdown, @Nullable Long imageUpload) {
        lifecycle.durations(lifecycle.durations().with(boot, shutdown, imageUpload));
        return lifecycle.durations();
    }

    /** Sets a fault. */
    public List<Fault<LifecycleEffect>> addFault(Fault<LifecycleEffect> fault) {
        AccountLimits.requireRoom(faults.toList().size(), AccountLimits.FAULTS, "faults");
        faults.add(fault);
        return faults.at(now);
    }

    /** Removes a fault, if it is still there. */
    public List<Fault<LifecycleEffect>> removeFault(String id) {
        faults.remove(fault -> fault.id().equals(id));
        return faults.at(now);
    }

    @Override
    public List<Fault<LifecycleEffect>> listFaults() {
        return faults.at(now);
    }

    @Override
    public String revision() {
        long expired = ledger.expiredCards(now);
        long restocked = capacity.changesUntil(now);
        long listed = lifecycle.listedCount(now);
        long stale = lifecycle.stale(now).size();
        return List.of(generation, changes, expired, restocked, listed, stale).toString();
    }

    @Override
    public AccountOverview overview() {
        List<AccountOverview.GpuStock> stock = rules.catalog().gpus().stream()
                .map(gpu -> capacity.stock(gpu, now))
                .toList();
        return new AccountOverview(
                now,
                ledger.balance(now),
                ledger.spent(),
                lifecycle.hourlyCents(),
                listCards(Page.Request.ALL).items(),
                listPrivateImages(),
                counts(),
                lifecycle.durations(),
                stock,
                schedule.next(AccountOverview.MAX_EVENTS));
    }

    private AccountOverview.Counts counts() {
        return new AccountOverview.Counts(
                lifecycle.count(),
                lifecycle.count(InstanceStatus.RUNNING),
                images.count(),
                ledger.rechargeCount(),
                ledger.billCount(),
                schedule.count());
    }

    @Override
    public AccountOverview.Instances instances() {
        return new AccountOverview.Instances(now, lifecycle.instances(), schedule.entries());
    }

    @Override
    public List<SpendingSpan> spending(long seconds, int spans) {
        return ledger.spending((now / seconds - spans + 1) * seconds, seconds, spans);
    }

    @Override
    public AccountSnapshot export() {
        return new AccountSnapshot(
                now,
                lifecycle.sequence(),
                images.sequence(),
                schedule.sequence(),
                lifecycle.instances(),
                images.oldestFirst(),
                schedule.entries(),
                ledger.export(),
                capacity.replaced(),
                lifecycle.durations(),
                faults.toList(),
                lifecycle.stale(now));
    }

    private void uploadEnded(String imageUuid, SaveImageStatus status) {
        Optional<String> saved =
                Optional.ofNullable(images.end(imageUuid, status).instanceUuid());
        saved.flatMap(lifecycle::find).ifPresent(instance -> lifecycle.uploads(instance, status));
    }
}
