package io.gpucloud.stub.fault;

import io.gpucloud.stub.store.ConflictException;
import io.gpucloud.stub.store.SharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Numbers all faults, and holds the response faults of the stub. Lifecycle faults are held by their account. */
public final class FaultRegistry {

    private static final int MAX = 1_000;

    private static final String PREFIX = "fault-";
    private static final String ALL = "";
    private static final State EMPTY = new State(0, List.of());

    private final long seed;
    private final SharedStore<State> store;

    public FaultRegistry(long seed, SharedStore<State> store) {
        this.seed = seed;
        this.store = store;
    }

    /**
     * The response faults, and the number of the last fault.
     *
     * @param faults response faults that can still trigger, in the order in which they were added
     */
    public record State(long sequence, List<Fault<ResponseEffect>> faults) {

        private State with(List<Fault<ResponseEffect>> others) {
            return new State(sequence, others);
        }

        private State numbered(long number) {
            return new State(number, faults);
        }
    }

    /**
     * Creates a fault with an identifier and a random sequence of its own. It affects nothing until it is added to this
     * registry or to an account.
     *
     * @param now the present moment of the clock that the fault follows, in epoch seconds
     */
    public <E extends Effect> Fault<E> create(FaultDefinition<E> definition, long now) {
        String id = nextId();
        DeterministicRandom random = new DeterministicRandom(seed + id.hashCode()).next();
        Long until = definition.forSeconds() == null ? definition.until() : Long.valueOf(now + definition.forSeconds());
        Trigger trigger = new Trigger(definition.times(), definition.probability(), random, until);
        return new Fault<>(id, definition.scope(), definition.effect(), trigger);
    }

    /** Returns a new fault identifier. */
    public String nextId() {
        return PREFIX + change(state -> state.numbered(state.sequence() + 1)).sequence();
    }

    /**
     * Returns the number in a fault identifier. Numbers increase in the order in which faults were created.
     *
     * @param id an identifier of the form {@code fault-NUMBER}
     */
    public static long number(String id) {
        return Long.parseLong(id.substring(PREFIX.length()));
    }

    /** Marks a number as used, so that no new fault gets it. */
    public void skipTo(long number) {
        change(state -> state.numbered(Math.max(state.sequence(), number)));
    }

    /**
     * Adds a response fault.
     *
     * @throws ConflictException if the registry is full
     */
    public void add(Fault<ResponseEffect> fault) {
        change(state -> {
            if (state.faults().size() >= MAX) {
                throw new ConflictException("there are " + MAX + " faults already");
            }
            return edited(state, faults -> faults.add(fault));
        });
    }

    /** Returns the response faults that can still trigger, in the order in which they were added. */
    public List<Fault<ResponseEffect>> list() {
        return export().faults();
    }

    /** Lists the response faults that name a key. */
    public List<Fault<ResponseEffect>> ofKey(String apiKey) {
        return list().stream().filter(fault -> fault.hasKey(apiKey)).toList();
    }

    /** Replaces the response faults that name a key. The others name this key from now on. */
    public void replaceByKey(String apiKey, List<Fault<ResponseEffect>> others) {
        change(state -> edited(state, faults -> {
            faults.remove(fault -> fault.hasKey(apiKey));
            others.forEach(fault -> faults.add(fault.ofKey(apiKey)));
        }));
    }

    /** Removes the response faults of one key. */
    public void removeByKey(String apiKey) {
        removeAll(fault -> fault.hasKey(apiKey));
    }

    /** Removes response faults. */
    public void removeAll(Predicate<Fault<ResponseEffect>> which) {
        change(state -> edited(state, faults -> faults.remove(which)));
    }

    /** Removes all response faults and restarts the numbering. */
    public void reset() {
        restore(EMPTY);
    }

    /**
     * Triggers the response faults for a request. Of the faults that change the response, the newest match wins. All
     * faults that only delay the response trigger as well, and the delays add up. A fault that does not trigger is not
     * counted.
     *
     * @param request read only if there is a fault, which for most requests there is not
     * @return the faults, already counted down, or empty if none triggers
     */
    public Optional<TriggeredFaults> trigger(Supplier<Scope.Request> request) {
        return trigger(request, effect -> true);
    }

    /**
     * Triggers the response faults for a request that the stub does not serve: only those that replace the operation.
     */
    public Optional<TriggeredFaults> triggerUnserved(Supplier<Scope.Request> request) {
        return trigger(request, effect -> !effect.kind().performsOperation());
    }

    private Optional<TriggeredFaults> trigger(Supplier<Scope.Request> received, Predicate<ResponseEffect> possible) {
        List<Fault<ResponseEffect>> present = list();
        if (present.isEmpty()) {
            return Optional.empty();
        }
        Scope.Request request = received.get();
        Predicate<Fault<ResponseEffect>> matches = fault -> fault.affects(request) && possible.test(fault.effect());
        if (present.stream().noneMatch(matches)) {
            // Most requests match no fault, and must not write to the store.
            return Optional.empty();
        }
        List<Fault<ResponseEffect>> triggered = new ArrayList<>();
        change(state -> edited(
                state,
                faults -> triggered.addAll(
                        faults.trigger(matches, fault -> fault.effect().onlyDelays()))));
        return triggered.isEmpty() ? Optional.empty() : Optional.of(TriggeredFaults.of(triggered));
    }

    /** Exports the response faults. */
    public State export() {
        State state = store.get(ALL);
        return state == null ? EMPTY : state;
    }

    /** Replaces the response faults by exported ones. */
    public void restore(State state) {
        store.change(ALL, current -> state);
    }

    private static State edited(State state, Consumer<ActiveFaults<ResponseEffect>> edit) {
        ActiveFaults<ResponseEffect> faults = new ActiveFaults<>(state.faults());
        edit.accept(faults);
        return state.with(faults.toList());
    }

    private State change(UnaryOperator<State> change) {
        return Objects.requireNonNull(store.change(ALL, state -> change.apply(state == null ? EMPTY : state)));
    }
}
