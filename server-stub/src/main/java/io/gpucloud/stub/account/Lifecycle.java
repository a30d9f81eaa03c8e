package io.gpucloud.stub.account;

import io.gpucloud.stub.account.Instance.Addresses;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The instances of an account and their {@linkplain Transition transitions}. The only class that changes the event schedule, the capacity
 * and the bills together.
 */
final class Lifecycle {

    private final Map<String, Instance> instances = new LinkedHashMap<>();
    private final Rules rules;
    private final EventSchedule schedule;
    private final HourlyMeter meter;
    private final Capacity capacity;
    private final LifecycleFaults faults;
    private Durations durations;

    Lifecycle(
            Rules rules,
            EventSchedule schedule,
            HourlyMeter meter,
            Capacity capacity,
            LifecycleFaults faults,
            AccountSnapshot state) {
        this.rules = rules;
        this.schedule = schedule;
        this.meter = meter;
        this.capacity = capacity;
        this.faults = faults;
        durations = state.durations();
        for (Instance instance : state.instances()) {
            put(instance);
            if (instance.status().holdsGpus()) {
                capacity.take(instance.order().gpuUuid(), instance.order().gpuNums());
            }
        }
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

    /** Returns the number of instances that are visible in lists. */
    long listedCount(long now) {
        return instances.values().stream()
                .filter(instance -> instance.listedFrom() <= now)
                .count();
    }

    List<Instance> instances() {
        return List.copyOf(instances.values());
    }

    Optional<Instance> find(String uuid) {
        return Optional.ofNullable(instances.get(uuid));
    }

    /** Returns the instances that are visible in lists, oldest first. */
    List<Instance> listed(long now) {
        List<Instance> listed = new ArrayList<>(instances.size());
        for (Instance instance : instances.values()) {
            if (instance.listedFrom() <= now) {
                listed.add(instance);
            }
        }
        return listed;
    }

    Instance create(String uuid, long sequence, Instance.Order order, String title, long now) {
        return create(uuid, sequence, order, title, now, now);
    }

    private Instance create(String uuid, long sequence, Instance.Order order, String title, long createTime, long now) {
        long listedFrom = createTime
                + faults.trigger(LifecycleEffect.Kind.LIST_LAG)
                        .map(fault -> fault.effect().seconds())
                        .orElse(0L);
        Instance created = new Instance(
                uuid,
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
                List.of(new Instance.Phase(InstanceStatus.CREATED, createTime, null)),
                0L);
        capacity.take(order.gpuUuid(), order.gpuNums());
        return put(rules.startMode() == StartMode.EXPLICIT ? created : boot(created, now));
    }

    /** Returns whether an instance was created, and waits for the first call of {@code startInstance}. */
    boolean awaitsFirstStart(Instance instance) {
        return rules.startMode() == StartMode.EXPLICIT
                && instance.status() == InstanceStatus.CREATED
                && instance.startTime() == 0
                && schedule.find(Kind.BOOT_FINISHED, instance.uuid()).isEmpty()
                && schedule.find(Kind.BOOT_FAILED, instance.uuid()).isEmpty();
    }

    /** Creates an instance in any status. It passes through the earlier transitions in no time. */
    void plant(String uuid, long sequence, AccountSeed.RentedInstance seeded, long now) {
        Instance.Order order = new Instance.Order(seeded.source(), seeded.gpuUuid(), seeded.gpuNums());
        Instance planted = create(uuid, sequence, order, seeded.title(), now + seeded.createOffset(), now);
        for (Transition passed : wayTo(seeded.status())) {
            schedule.cancelAll(uuid);
            planted = move(planted, passed, now);
        }
    }

    private static List<Transition> wayTo(InstanceStatus status) {
        return switch (status) {
            case CREATED -> List.of();
            case RUNNING -> List.of(Transition.BOOT_FINISHED);
            case SHUTTING_DOWN -> List.of(Transition.BOOT_FINISHED, Transition.TIMER_REACHED);
            case SHUT_DOWN -> List.of(Transition.BOOT_FINISHED, Transition.TIMER_REACHED, Transition.SHUTDOWN_FINISHED);
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
        InstanceStatus target = (metered.funded() ? transition : Transition.FUNDS_SPENT).target();
        Instance moved = metered.instance().withStatus(target, now);
        if (!instance.status().holdsGpus()) {
            capacity.take(instance.order().gpuUuid(), instance.order().gpuNums());
        }
        return put(
                switch (target) {
                    case CREATED -> boot(moved, now);
                    case RUNNING -> run(moved, now);
                    case SHUTTING_DOWN -> shutDown(moved, now);
                    case SHUT_DOWN -> rest(moved);
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
        Transition transition = entry.kind().transition();
        if (transition != null) {
            move(instance, transition, now);
            return;
        }
        switch (entry.kind()) {
            case ADDRESSES_OPENED -> put(instance.withAddresses(Addresses.OPEN));
            case SETTLEMENT -> settle(instance, now);
            default -> throw new IllegalArgumentException("not of an instance: " + entry);
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
        Optional<Fault<LifecycleEffect>> fault =
                faults.trigger(LifecycleEffect.Kind.NEVER_BOOT, LifecycleEffect.Kind.BOOT_FAILS);
        LifecycleEffect.Kind effect =
                fault.map(triggered -> triggered.effect().kind()).orElse(null);
        if (effect != LifecycleEffect.Kind.NEVER_BOOT) {
            Kind outcome = effect == LifecycleEffect.Kind.BOOT_FAILS ? Kind.BOOT_FAILED : Kind.BOOT_FINISHED;
            schedule.schedule(outcome, instance.uuid(), now + durations.boot());
        }
        return fault.map(instance::withFault).orElse(instance);
    }

    private Instance run(Instance instance, long now) {
        meter.start(instance, now);
        Instance running = instance.withStartTime(now);
        Optional<Fault<LifecycleEffect>> unreachable = faults.trigger(LifecycleEffect.Kind.NO_SERVER_URL);
        if (unreachable.isEmpty()) {
            return running.withAddresses(Addresses.OPEN);
        }
        Fault<LifecycleEffect> fault = unreachable.get();
        schedule.schedule(
                Kind.ADDRESSES_OPENED, instance.uuid(), now + fault.effect().seconds());
        return running.withAddresses(Addresses.CLOSED).withFault(fault);
    }

    private Instance shutDown(Instance instance, long now) {
        schedule.cancel(Kind.BOOT_FINISHED, instance.uuid());
        schedule.cancel(Kind.BOOT_FAILED, instance.uuid());
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
