package io.gpucloud.stub.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Faults in the order in which they were added. This is the only class that decides which fault triggers and counts it.
 * The newest match wins, so that a test can override an existing fault.
 */
public final class ActiveFaults<E extends Effect> {

    private final List<Fault<E>> faults;

    public ActiveFaults(List<Fault<E>> faults) {
        this.faults = new ArrayList<>(faults);
    }

    /** Returns an immutable copy of the faults that can still trigger. */
    public List<Fault<E>> toList() {
        return List.copyOf(faults);
    }

    /** Returns the faults that can still trigger at a moment. */
    public List<Fault<E>> at(long moment) {
        return faults.stream().filter(fault -> !fault.trigger().isOver(moment)).toList();
    }

    /** Adds a fault as the newest one. */
    public void add(Fault<E> fault) {
        faults.add(fault);
    }

    /** Removes faults. */
    public boolean remove(Predicate<? super Fault<E>> which) {
        return faults.removeIf(which);
    }

    /**
     * Triggers the newest matching fault whose probability draw succeeds. Matching faults that are newer draw as well;
     * older faults neither draw nor count. A fault is removed when it has triggered for the last time.
     *
     * @param matches the faults that may trigger
     * @return the fault, already counted down, or empty if none triggers
     */
    public Optional<Fault<E>> trigger(Predicate<? super Fault<E>> matches) {
        return trigger(matches, fault -> false).stream().findFirst();
    }

    /** Triggers, as {@link #trigger(Predicate)} does, a fault of one of these kinds that is not over at a moment. */
    public Optional<Fault<E>> trigger(long moment, Effect.Kind... kinds) {
        List<Effect.Kind> wanted = List.of(kinds);
        return trigger(fault ->
                wanted.contains(fault.effect().kind()) && !fault.trigger().isOver(moment));
    }

    /**
     * Triggers the newest matching fault, and in addition every matching fault that can be combined with others.
     *
     * @param matches the faults that may trigger
     * @return the faults, already counted down, newest first
     */
    List<Fault<E>> trigger(Predicate<? super Fault<E>> matches, Predicate<? super Fault<E>> combines) {
        List<Fault<E>> triggered = new ArrayList<>();
        boolean decided = false;
        for (int i = faults.size() - 1; i >= 0; i--) {
            boolean combined = combines.test(faults.get(i));
            if (matches.test(faults.get(i))
                    && (combined || !decided)
                    && draw(i).trigger().succeeds()) {
                triggered.add(countDown(i));
                decided |= !combined;
            }
        }
        return triggered;
    }

    private Fault<E> draw(int index) {
        Fault<E> fault = faults.get(index);
        Fault<E> drawn = fault.withTrigger(fault.trigger().draw());
        faults.set(index, drawn);
        return drawn;
    }

    private Fault<E> countDown(int index) {
        Fault<E> fault = faults.get(index);
        Fault<E> counted = fault.withTrigger(fault.trigger().countDown());
        if (counted.trigger().isUsedUp()) {
            faults.remove(index);
        } else {
            faults.set(index, counted);
        }
        return counted;
    }
}
