package io.gpucloud.stub.account;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.Instance.Order;
import io.gpucloud.stub.account.Instance.Source;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.IdentifierGenerator;
import io.gpucloud.stub.catalog.Catalog.Gpu;
import io.gpucloud.stub.catalog.Catalog.Pod;
import io.gpucloud.stub.fault.LifecycleEffect;
import org.jspecify.annotations.Nullable;

/** The operations on instances. Each one checks all conditions before it changes anything. */
final class InstanceOperations {

    /** A timer is at least 5 minutes ahead, in seconds. */
    private static final long LEAD_TIME = 300;

    private final Rules rules;
    private final IdentifierGenerator identifiers;
    private final EventSchedule schedule;
    private final HourlyMeter meter;
    private final Capacity capacity;
    private final LifecycleFaults faults;
    private final Lifecycle lifecycle;
    private final PrivateImages images;
    private long sequence;

    InstanceOperations(
            Rules rules,
            IdentifierGenerator identifiers,
            EventSchedule schedule,
            HourlyMeter meter,
            Capacity capacity,
            LifecycleFaults faults,
            Lifecycle lifecycle,
            PrivateImages images,
            long sequence) {
        this.rules = rules;
        this.identifiers = identifiers;
        this.schedule = schedule;
        this.meter = meter;
        this.capacity = capacity;
        this.faults = faults;
        this.lifecycle = lifecycle;
        this.images = images;
        this.sequence = sequence;
    }

    long sequence() {
        return sequence;
    }

    /** Gives the next instance a number above this one. */
    void continueAfter(long last) {
        sequence = Math.max(sequence, last);
    }

    void plant(AccountSeed.RentedInstance seeded, long now) {
        sequence++;
        lifecycle.plant(identifiers.instance(sequence), sequence, seeded, now);
    }

    Instance createFromPod(String podUuid, @Nullable String tag, String gpuUuid, int gpuNums, long now) {
        Pod pod = rules.catalog().pod(podUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_POD));
        int version = tag == null ? 0 : pod.tags().indexOf(tag);
        if (version < 0) {
            throw new DomainException(AccountError.UNKNOWN_POD_TAG);
        }
        return create(Source.of(pod, pod.tags().get(version)), gpuUuid, gpuNums, now);
    }

    Instance createFromImage(String imageUuid, String gpuUuid, int gpuNums, long now) {
        Source source = rules.catalog().marketImage(imageUuid).map(Source::of).orElseGet(() -> savedSource(imageUuid));
        return create(source, gpuUuid, gpuNums, now);
    }

    private Source savedSource(String imageUuid) {
        PrivateImage image = images.find(imageUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_IMAGE));
        if (image.status() != SaveImageStatus.SUCCEEDED) {
            throw new DomainException(AccountError.IMAGE_NOT_READY);
        }
        return Source.of(image);
    }

    private Instance create(Source source, String gpuUuid, int gpuNums, long now) {
        // Uses the strings of the catalog, so that instances do not keep a copy of the strings of each request.
        Gpu gpu = rules.catalog().gpu(gpuUuid).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_GPU));
        Order order = new Order(source, gpu.uuid(), gpuNums);
        requireGpusAndFunds(order, now);
        AccountLimits.requireRoom(lifecycle.count(), rules.maxInstances(), "instances");
        sequence++;
        String title = rules.instanceTitle() == InstanceTitle.EMPTY ? "" : source.imageName();
        return lifecycle.create(identifiers.instance(sequence), sequence, order, title, now);
    }

    /** Starts an instance, on other GPUs if they are given. */
    Instance start(String uuid, @Nullable String gpuUuid, @Nullable Integer gpuNums, long now) {
        Instance instance = instance(uuid, AccountError.START_REFUSED);
        Order order = instance.order();
        Order wanted = new Order(
                order.source(),
                requireNonNullElse(gpuUuid, order.gpuUuid()),
                requireNonNullElse(gpuNums, order.gpuNums()));
        if (lifecycle.awaitsFirstStart(instance) && wanted.equals(order)) {
            // The create request has checked the funds and reserved the GPUs.
            lifecycle.keepListing(instance, now);
            return lifecycle.boot(instance, now);
        }
        Transition.STARTUP.requireFrom(instance.status());
        requireGpusAndFunds(wanted, now);
        lifecycle.keepListing(instance, now);
        return lifecycle.move(instance.withOrder(wanted), Transition.STARTUP, now);
    }

    Instance shutDown(String uuid, long now) {
        return request(instance(uuid, AccountError.SHUTDOWN_REFUSED), Transition.SHUTDOWN, now);
    }

    Instance restart(String uuid, long now) {
        return request(instance(uuid, AccountError.RESTART_REFUSED), Transition.RESTART, now);
    }

    private Instance request(Instance instance, Transition transition, long now) {
        transition.requireFrom(instance.status());
        lifecycle.keepListing(instance, now);
        return lifecycle.move(instance, transition, now);
    }

    Instance setShutdownTimer(String uuid, long shutdownTime, boolean enable, long now) {
        Instance instance = instance(uuid, AccountError.INSTANCE_UNSUITABLE);
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

    Instance rename(String uuid, @Nullable String title) {
        Instance instance = lifecycle.find(uuid).orElseThrow(() -> new DomainException(AccountError.INSTANCE_UNKNOWN));
        return title == null ? instance : lifecycle.rename(instance, title);
    }

    PrivateImage saveImage(String uuid, @Nullable String name, @Nullable String remark, long now) {
        Instance instance = instance(uuid, AccountError.INSTANCE_UNSUITABLE);
        Transition.IMAGE_SAVED.requireFrom(instance.status());
        if (instance.upload() == SaveImageStatus.UPLOADING) {
            throw new DomainException(AccountError.SAVE_DURING_UPLOAD);
        }
        if (name != null && images.isTaken(name)) {
            throw new DomainException(AccountError.IMAGE_NAME_IN_USE);
        }
        AccountLimits.requireRoom(images.count(), AccountLimits.IMAGES, "private images");
        PrivateImage image = images.save(instance, name, remark == null ? "" : remark, now);
        boolean fails = faults.trigger(now, LifecycleEffect.Kind.FAIL_UPLOAD).isPresent();
        Kind outcome = fails ? Kind.UPLOAD_FAILED : Kind.UPLOAD_FINISHED;
        schedule.schedule(outcome, image.uuid(), now + lifecycle.durations().imageUpload());
        lifecycle.move(lifecycle.uploads(instance, SaveImageStatus.UPLOADING), Transition.IMAGE_SAVED, now);
        return image;
    }

    Instance destroy(String uuid, long now) {
        Instance instance =
                lifecycle.find(uuid).orElseThrow(() -> new DomainException(AccountError.INSTANCE_NOT_DESTROYABLE));
        if (instance.upload() == SaveImageStatus.UPLOADING) {
            throw new DomainException(AccountError.DESTROY_DURING_UPLOAD);
        }
        // Triggers the fault only if no other condition rejects the request, so that rejected requests do not use it
        // up.
        if (faults.trigger(now, LifecycleEffect.Kind.REFUSE_DESTROY).isPresent()) {
            throw new DomainException(AccountError.INSTANCE_NOT_DESTROYABLE);
        }
        lifecycle.keepListing(instance, now);
        lifecycle.remove(instance, now);
        return instance;
    }

    private Instance instance(String uuid, AccountError missing) {
        return lifecycle.find(uuid).orElseThrow(() -> new DomainException(missing));
    }

    private void requireGpusAndFunds(Order order, long now) {
        Gpu gpu = rules.catalog().gpu(order.gpuUuid()).orElseThrow(() -> new DomainException(AccountError.UNKNOWN_GPU));
        if (!capacity.hasFree(gpu, order.gpuNums(), now)) {
            throw new DomainException(AccountError.NO_CAPACITY);
        }
        meter.requireFunds(order, now);
    }
}
