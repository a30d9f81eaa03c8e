package io.gpucloud.stub.account;

import static java.util.Objects.requireNonNull;

import io.gpucloud.stub.account.Instance.Addresses;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.IdentifierGenerator;
import io.gpucloud.stub.fault.ActiveFaults;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The instances of an account and their {@linkplain Transition transitions}. The only class that changes the event
 * schedule, the capacity and the bills together.
 */
final class Lifecycle {

    private static final List<Kind> BOOT_ENDS =
            List.of(Kind.BOOT_FINISHED, Kind.BOOT_FAILED, Kind.BOOT_ENDED_ABNORMALLY);

    private final Map<String, Instance> instances = new LinkedHashMap<>();
    private final Rules rules;
    private final IdentifierGenerator identifiers;
    private final EventSchedule schedule;
    private final HourlyMeter meter;
    private final Capacity capacity;
    private final ActiveFaults<LifecycleEffect> faults;
    private Durations durations;
    private long sequence;
    /** Instances that lists show as they were, by identifier. */
    private final Map<String, AccountSnapshot.Stale> stale = new TreeMap<>();

    Lifecycle(
            Rules rules,
            IdentifierGenerator identifiers,
            EventSchedule schedule,
            HourlyMeter meter,
            Capacity capacity,
            ActiveFaults<LifecycleEffect> faults,
            AccountSnapshot state) {
        this.rules = rules;
        this.identifiers = identifiers;
        this.schedule = schedule;
        this.meter = meter;
        this.capacity = capacity;
        this.faults = faults;
        durations = state.durations();
        sequence = state.instanceSequence();
        state.stale().forEach(old -> stale.put(old.before().uuid(), old));
        for (Instance instance : state.instances()) {
            put(instance);
            if (instance.status().holdsGpus()) {
                capacity.take(instance.order().gpuUuid(), instance.order().gpuNums());
            }
        }
    }

    long sequence() {
        return sequence;
    }

    /** Gives the next instance a number above this one. */
    void continueAfter(long last) {
        sequence = Math.max(sequence, last);
    }

    Durations durations() {
        return durations;
    }

    /** Sets the durations of transitions that start from now on. */
    void durations(Durations durations) {
        this.durations = durations;
    }

    int count() {
        return instances.size();
    }

    int count(InstanceStatus status) {
        return (int) instances.values().stream()
                .filter(instance -> instance.status() == status)
                .count();
    }

    /** Returns what all instances cost per hour at the moment, in cents. */
    long hourlyCents() {
        return instances.values().stream().mapToLong(meter::hourlyCents).sum();
    }

    /** Returns the number of instances that are visible in lists. */
    long listedCount(long now) {
        return instances.values().stream()
                .filter(instance -> instance.listedFrom() <= now)
                .count();
    }

    /** Returns the instances that lists show as they were. */
    List<AccountSnapshot.Stale> stale(long now) {
        return stale.values().stream().filter(old -> now < old.until()).toList();
    }

    /** Lets lists show an instance for a while as it is before a request, if a fault says so. */
    void keepListing(Instance before, long now) {
        stale.values().removeIf(old -> now >= old.until());
        faults.trigger(now, LifecycleEffect.Kind.STALE_STATUS)
                .ifPresent(fault -> stale.put(
                        before.uuid(),
                        new AccountSnapshot.Stale(before, now + fault.effect().seconds())));
    }

    List<Instance> instances() {
        return List.copyOf(instances.values());
    }

    Optional<Instance> find(String uuid) {
        return Optional.ofNullable(instances.get(uuid));
    }

    /** Returns the instances that are visible in lists, newest first. */
    List<Instance> listed(long now) {
        Map<String, Instance> shown = new LinkedHashMap<>(instances);
        stale(now).forEach(old -> shown.put(old.before().uuid(), old.before()));
        return shown.values().stream()
                .filter(instance -> instance.listedFrom() <= now)
                .sorted(Comparator.comparingLong(Instance::sequence).reversed())
                .toList();
    }

    Instance create(Instance.Order order, String title, long now) {
        return create(order, title, now, now);
    }

    private Instance create(Instance.Order order, String title, long createTime, long now) {
        sequence++;
        long listedFrom = createTime
                + faults.trigger(now, LifecycleEffect.Kind.LIST_LAG)
                        .map(fault -> fault.effect().seconds())
                        .orElse(0L);
        Instance created = new Instance(
                identifiers.instance(sequence),
                sequence,
                order,
                createTime,
                listedFrom,
                title,
                InstanceStatus.CREATED,
                0,
                0,
                null,
                Addresses.NOT_YET,
                List.of(new Instance.Phase(InstanceStatus.CREATED, createTime, null, null)),
                0L);
        capacity.take(order.gpuUuid(), order.gpuNums());
        return put(rules.startMode() == StartMode.EXPLICIT ? created : boot(created, now));
    }

    /** Returns whether an instance was created, and waits for the first call of {@code startInstance}. */
    boolean awaitsFirstStart(Instance instance) {
        return rules.startMode() == StartMode.EXPLICIT
                && instance.status() == InstanceStatus.CREATED
                && instance.startTime() == 0
                && BOOT_ENDS.stream()
                        .allMatch(end -> schedule.find(end, instance.uuid()).isEmpty());
    }

    /** Creates an instance in any status. It passes through the earlier transitions in no time. */
    void plant(AccountSeed.RentedInstance seeded, long now) {
        Instance.Order order = new Instance.Order(seeded.source(), seeded.gpuUuid(), seeded.gpuNums());
        Instance planted = create(order, seeded.title(), now + seeded.createOffset(), now);
        for (Transition passed : wayTo(seeded.status())) {
            schedule.cancelAll(planted.uuid());
            planted = put(move(planted, passed, now).withoutCauses());
        }
    }

    private static List<Transition> wayTo(InstanceStatus status) {
        return switch (status) {
            case CREATED -> List.of();
            case RUNNING -> List.of(Transition.BOOT_FINISHED);
            case SHUTTING_DOWN -> List.of(Transition.BOOT_FINISHED, Transition.TIMER_REACHED);
            case SHUT_DOWN -> List.of(Transition.BOOT_FINISHED, Transition.TIMER_REACHED, Transition.SHUTDOWN_FINISHED);
            case ENDED_ABNORMALLY -> List.of(Transition.BOOT_ENDED_ABNORMALLY);
            case STARTING -> List.of(Transition.BOOT_FAILED, Transition.STARTUP);
            case RESTARTING -> List.of(Transition.BOOT_FINISHED, Transition.RESTART);
        };
    }

    /**
     * Applies a transition.
     *
     * @throws DomainException if the transition does not start at the status of the instance
     */
    Instance move(Instance instance, Transition transition, long now) {
        transition.requireFrom(instance.status());
        HourlyMeter.Metered metered = meter.stop(instance, now);
        boolean goes = metered.funded() || transition.target(rules.observed()) == InstanceStatus.SHUTTING_DOWN;
        Transition applied = goes ? transition : Transition.FUNDS_SPENT;
        InstanceStatus target = applied.target(rules.observed());
        Instance moved = metered.instance().withStatus(target, now, applied);
        if (!instance.status().holdsGpus()) {
            capacity.take(instance.order().gpuUuid(), instance.order().gpuNums());
        }
        return put(
                switch (target) {
                    case CREATED, STARTING, RESTARTING -> boot(moved, now);
                    case RUNNING -> run(moved, now);
                    case SHUTTING_DOWN -> shutDown(moved, now);
                    case SHUT_DOWN, ENDED_ABNORMALLY -> rest(moved);
                });
    }

    Instance rename(Instance instance, String title) {
        return put(instance.withTitle(title));
    }

    Instance setTimer(Instance instance, long due) {
        schedule.schedule(Kind.TIMER_REACHED, instance.uuid(), due);
        return put(instance.withShutdownTime(due));
    }

    Instance cancelTimer(Instance instance) {
        return put(withoutTimer(instance));
    }

    Instance uploads(Instance instance, SaveImageStatus upload) {
        return put(instance.withUpload(upload));
    }

    /** Hides an instance for a while instead of removing it, if a fault says so. */
    boolean hides(Instance instance, long now) {
        Optional<Fault<LifecycleEffect>> fault = faults.trigger(now, LifecycleEffect.Kind.LISTED_AGAIN);
        fault.ifPresent(hiding -> put(
                instance.withFault(hiding).withListedFrom(now + hiding.effect().seconds())));
        return fault.isPresent();
    }

    void remove(Instance instance, long now) {
        if (instance.status().isBilled()) {
            meter.stop(instance, now);
        }
        if (instance.status().holdsGpus()) {
            capacity.giveBack(instance.order().gpuUuid(), instance.order().gpuNums());
        }
        schedule.cancelAll(instance.uuid());
        instances.remove(instance.uuid());
    }

    /** Applies an event that is due. */
    void onEvent(ScheduledEvent entry) {
        Instance instance = find(entry.subject()).orElseThrow();
        long now = entry.due();
        switch (entry.kind()) {
            case BOOT_FINISHED, BOOT_FAILED, BOOT_ENDED_ABNORMALLY, SHUTDOWN_FINISHED ->
                move(instance, requireNonNull(entry.kind().transition()), now);
            case TIMER_REACHED ->
                faults.trigger(now, LifecycleEffect.Kind.IGNORE_TIMER)
                        .ifPresentOrElse(
                                fault -> put(instance.withFault(fault)),
                                () -> move(instance, Transition.TIMER_REACHED, now));
            case ADDRESSES_OPENED -> put(instance.withAddresses(Addresses.OPEN));
            case SETTLEMENT -> settle(instance, now);
            case UPLOAD_FINISHED, UPLOAD_FAILED -> throw new IllegalArgumentException("not of an instance: " + entry);
        }
    }

    private void settle(Instance instance, long now) {
        HourlyMeter.Metered metered = meter.settle(instance, now);
        put(metered.instance());
        if (!metered.funded()) {
            move(metered.instance(), Transition.FUNDS_SPENT, now);
        }
    }

    /** Returns whether an event belongs to an instance and fits its present status. */
    boolean awaits(ScheduledEvent entry, long now) {
        return find(entry.subject())
                .filter(instance -> fits(entry, instance.status(), now))
                .isPresent();
    }

    private static boolean fits(ScheduledEvent entry, InstanceStatus status, long now) {
        Transition transition = entry.kind().transition();
        if (transition != null) {
            return transition.startsAt(status);
        }
        return switch (entry.kind()) {
            case ADDRESSES_OPENED -> status == InstanceStatus.RUNNING;
            case SETTLEMENT -> status.isBilled() && HourlyMeter.hasBegun(entry, now);
            default -> false;
        };
    }

    /** Begins the boot of an instance whose status is 1. */
    Instance boot(Instance instance, long now) {
        schedule.cancel(Kind.ADDRESSES_OPENED, instance.uuid());
        Optional<Fault<LifecycleEffect>> fault = faults.trigger(
                now,
                LifecycleEffect.Kind.NEVER_BOOT,
                LifecycleEffect.Kind.BOOT_FAILS,
                LifecycleEffect.Kind.BOOT_ENDS_ABNORMALLY);
        Optional<Kind> end =
                fault.map(triggered -> endOfBoot(triggered.effect().kind())).orElse(Optional.of(Kind.BOOT_FINISHED));
        end.ifPresent(kind -> schedule.schedule(kind, instance.uuid(), now + durations.boot()));
        return fault.map(instance::withFault).orElse(instance);
    }

    private static Optional<Kind> endOfBoot(LifecycleEffect.Kind effect) {
        return switch (effect) {
            case BOOT_FAILS -> Optional.of(Kind.BOOT_FAILED);
            case BOOT_ENDS_ABNORMALLY -> Optional.of(Kind.BOOT_ENDED_ABNORMALLY);
            default -> Optional.empty();
        };
    }

    private Instance run(Instance instance, long now) {
        meter.start(instance, now);
        Instance running = instance.withStartTime(now);
        Optional<Fault<LifecycleEffect>> unreachable = faults.trigger(now, LifecycleEffect.Kind.NO_SERVER_URL);
        if (unreachable.isEmpty()) {
            return running.withAddresses(Addresses.OPEN);
        }
        Fault<LifecycleEffect> fault = unreachable.get();
        schedule.schedule(
                Kind.ADDRESSES_OPENED, instance.uuid(), now + fault.effect().seconds());
        return running.withAddresses(Addresses.CLOSED).withFault(fault);
    }

    private Instance shutDown(Instance instance, long now) {
        BOOT_ENDS.forEach(end -> schedule.cancel(end, instance.uuid()));
        schedule.cancel(Kind.ADDRESSES_OPENED, instance.uuid());
        schedule.schedule(Kind.SHUTDOWN_FINISHED, instance.uuid(), now + durations.shutdown());
        return withoutTimer(instance);
    }

    private Instance rest(Instance instance) {
        capacity.giveBack(instance.order().gpuUuid(), instance.order().gpuNums());
        return withoutTimer(instance).withAddresses(Addresses.CLOSED);
    }

    private Instance withoutTimer(Instance instance) {
        schedule.cancel(Kind.TIMER_REACHED, instance.uuid());
        return instance.withShutdownTime(0);
    }

    private Instance put(Instance instance) {
        instances.put(instance.uuid(), instance);
        return instance;
    }
}
