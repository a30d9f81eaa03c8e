package io.gpucloud.stub.domain;

import io.gpucloud.stub.domain.Agenda.Kind;
import io.gpucloud.stub.domain.Catalog.Gpu;
import io.gpucloud.stub.domain.Catalog.Pod;
import io.gpucloud.stub.domain.Instance.Order;
import io.gpucloud.stub.domain.Instance.Source;
import io.gpucloud.stub.domain.LifecycleFault.Effect;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything a tenant owns. An operation is applied at a moment, after all that has come due until then; a moment never
 * goes back. Single-threaded: whoever keeps an account guards it.
 */
public final class Account {

    /** Shutdown times below are minutes from now, all others are moments (DECISIONS, shutdown_time). */
    private static final long FIRST_MOMENT = 10_000_000;

    private static final long MINUTE = 60;
    private static final long LEAD_TIME = 5 * MINUTE;

    private final Rules rules;
    private final Identifiers identifiers;
    private final Agenda agenda = new Agenda();
    private final Capacity capacity = new Capacity();
    private final LifecycleFaults faults = new LifecycleFaults();
    private final Ledger ledger;
    private final Lifecycle lifecycle;
    private final PrivateImages images;
    private long instanceSequence;
    private long now;

    Account(AccountKey key, Rules rules, long moment) {
        this.rules = rules;
        now = moment;
        identifiers = new Identifiers(key);
        ledger = new Ledger(identifiers, rules.maxBills());
        lifecycle = new Lifecycle(rules, agenda, ledger, capacity, faults);
        images = new PrivateImages(identifiers);
    }

    /**
     * Applies what has come due, then the operation.
     *
     * @param <R> what the operation answers
     * @param operation what to do
     * @param moment when, in epoch seconds; a moment before the last one counts as the last one
     * @return the answer or the refusal
     */
    public <R> Outcome<R> perform(Operation<R> operation, long moment) {
        advance(moment);
        try {
            return new Outcome<>(operation.on(this), null);
        } catch (CloudException refusal) {
            return new Outcome<>(null, refusal);
        }
    }

    /** Takes over what a seed brings, as if each thing had been there before the account opened. */
    void plant(AccountSeed seed) {
        seed.recharges().forEach(r -> ledger.recharge(r.cents(), now + r.tradeOffset(), now + r.payOffset()));
        seed.cards().forEach(card -> ledger.bind(card, now));
        seed.bills().forEach(bill -> ledger.carryIn(bill, now));
        for (AccountSeed.SavedImage seeded : seed.images()) {
            PrivateImage image = images.plant(seeded, now);
            if (image.status() == UploadStatus.UPLOADING) {
                agenda.schedule(
                        Kind.UPLOAD_FINISHED,
                        image.uuid(),
                        now + lifecycle.durations().imageUpload());
            }
        }
        for (AccountSeed.RentedInstance seeded : seed.instances()) {
            instanceSequence++;
            lifecycle.plant(identifiers.instance(instanceSequence), instanceSequence, seeded, now);
        }
    }

    private void advance(long moment) {
        for (Agenda.Entry entry = agenda.pollDue(moment); entry != null; entry = agenda.pollDue(moment)) {
            switch (entry.kind()) {
                case UPLOAD_FINISHED -> uploadEnded(entry.subject(), UploadStatus.SUCCEEDED);
                case UPLOAD_FAILED -> uploadEnded(entry.subject(), UploadStatus.FAILED);
                default -> lifecycle.happen(entry);
            }
        }
        now = Math.max(now, moment);
    }

    Instance createFromPod(String podUuid, @Nullable String tag, String gpuUuid, int gpuNums) {
        Pod pod = rules.catalog().pod(podUuid).orElseThrow(Refusals::podUnknown);
        String version = tag == null ? pod.tags().get(0) : tag;
        if (!pod.tags().contains(version)) {
            throw Refusals.podTagUnknown();
        }
        return create(Source.of(pod, version), gpuUuid, gpuNums);
    }

    Instance createFromImage(String imageUuid, String gpuUuid, int gpuNums) {
        Source source = rules.catalog()
                .marketImage(imageUuid)
                .map(Source::of)
                .or(() -> images.find(imageUuid)
                        .filter(image -> image.status() == UploadStatus.SUCCEEDED)
                        .map(Source::of))
                .orElseThrow(Refusals::imageUnusable);
        return create(source, gpuUuid, gpuNums);
    }

    private Instance create(Source source, String gpuUuid, int gpuNums) {
        Order order = new Order(source, gpuUuid, gpuNums);
        requireGpusAndFunds(order);
        instanceSequence++;
        return lifecycle.create(
                identifiers.instance(instanceSequence), instanceSequence, order, source.imageName(), now);
    }

    List<Instance> instances() {
        List<Instance> newestFirst = lifecycle.listed(now);
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    Instance start(String uuid) {
        Instance instance = instance(uuid);
        if (!Transition.STARTUP.allowedFrom(instance.status())) {
            throw Refusals.instanceUnsuitable();
        }
        requireGpusAndFunds(instance.order());
        return lifecycle.move(instance, Transition.STARTUP, now);
    }

    Instance restart(String uuid) {
        return lifecycle.move(instance(uuid), Transition.RESTART, now);
    }

    Instance setShutdownTimer(String uuid, long shutdownTime, boolean enable) {
        Instance instance = instance(uuid);
        if (!enable || shutdownTime == 0) {
            return lifecycle.cancelTimer(instance);
        }
        if (!Transition.TIMER_CHANGED.allowedFrom(instance.status())) {
            throw Refusals.instanceUnsuitable();
        }
        long due = shutdownTime < FIRST_MOMENT ? now + shutdownTime * MINUTE : shutdownTime;
        if (due < now + LEAD_TIME) {
            throw Refusals.shutdownTooEarly();
        }
        return lifecycle.setTimer(instance, due);
    }

    Instance rename(String uuid, @Nullable String title) {
        Instance instance = lifecycle.find(uuid).orElseThrow(Refusals::instanceUnknownToRename);
        return title == null ? instance : lifecycle.rename(instance, title);
    }

    PrivateImage saveImage(String uuid, @Nullable String name, @Nullable String remark) {
        Instance instance = instance(uuid);
        if (instance.upload() == UploadStatus.UPLOADING || !Transition.IMAGE_SAVED.allowedFrom(instance.status())) {
            throw Refusals.instanceUnsuitable();
        }
        if (name != null && images.isTaken(name)) {
            throw Refusals.imageNameTaken();
        }
        PrivateImage image = images.save(instance, name, remark == null ? "" : remark, now);
        Kind outcome = faults.strike(Effect.FAIL_UPLOAD).isPresent() ? Kind.UPLOAD_FAILED : Kind.UPLOAD_FINISHED;
        agenda.schedule(outcome, image.uuid(), now + lifecycle.durations().imageUpload());
        lifecycle.move(lifecycle.uploads(instance, UploadStatus.UPLOADING), Transition.IMAGE_SAVED, now);
        return image;
    }

    Instance destroy(String uuid) {
        Instance instance = lifecycle
                .find(uuid)
                .filter(found -> found.upload() != UploadStatus.UPLOADING)
                .filter(found -> faults.strike(Effect.REFUSE_DESTROY).isEmpty())
                .orElseThrow(Refusals::instanceNotDestroyable);
        lifecycle.remove(instance, now);
        return instance;
    }

    List<PrivateImage> privateImages() {
        return images.newestFirst();
    }

    PrivateImage deleteImage(String uuid) {
        return images.delete(uuid);
    }

    List<GpuOffer> gpus() {
        return rules.catalog().gpus().stream()
                .map(gpu -> new GpuOffer(gpu, capacity.hasFree(gpu, 1, now)))
                .toList();
    }

    Balance balance() {
        return ledger.balance(now);
    }

    Page<CardView> cards(Page.Request page) {
        return ledger.cards(page).map(card -> new CardView(card, card.state(now)));
    }

    Page<Recharge> recharges(String tradeNumber, Page.Request page) {
        return ledger.recharges(tradeNumber, page);
    }

    Page<Bill> bills(Set<Channel> channels, String orderNumber, Page.Request page) {
        return ledger.bills(channels, orderNumber, page);
    }

    private void uploadEnded(String imageUuid, UploadStatus status) {
        Optional<String> saved =
                Optional.ofNullable(images.end(imageUuid, status).instanceUuid());
        saved.flatMap(lifecycle::find).ifPresent(instance -> lifecycle.uploads(instance, status));
    }

    private Instance instance(String uuid) {
        return lifecycle.find(uuid).orElseThrow(Refusals::instanceUnsuitable);
    }

    private void requireGpusAndFunds(Order order) {
        Gpu gpu = rules.catalog().gpu(order.gpuUuid()).orElseThrow(Refusals::gpuUnknown);
        if (!capacity.hasFree(gpu, order.gpuNums(), now)) {
            throw Refusals.gpusExhausted();
        }
        boolean funded = !rules.metering().enabled()
                || !rules.metering().requireFunds()
                || ledger.usable(order.source().podUuid(), now) >= lifecycle.hourlyPrice(order);
        if (!funded) {
            throw Refusals.fundsInsufficient();
        }
    }
}
