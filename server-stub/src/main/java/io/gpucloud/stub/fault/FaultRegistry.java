package io.gpucloud.stub.fault;

import io.gpucloud.stub.store.SharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What goes wrong with answers, on demand. Faults strike in the order in which they were set. */
public final class FaultRegistry {

    private static final int MAX = 1_000;

    private static final String PREFIX = "fault-";
    private static final String ALL = "";
    private static final Kept NONE = new Kept(0, List.of());

    private final long seed;
    private final SharedStore<Kept> shared;

    /**
     * Nothing goes wrong yet.
     *
     * @param seed where the chances of faults with a probability come from
     * @param shared where they are kept
     */
    public FaultRegistry(long seed, SharedStore<Kept> shared) {
        this.seed = seed;
        this.shared = shared;
    }

    /**
     * The faults of a stub, and how many there have been.
     *
     * @param sequence number of faults that were ever set
     * @param faults those that can still strike
     */
    public record Kept(long sequence, List<AnswerFault> faults) {

        private Kept with(List<AnswerFault> others) {
            return new Kept(sequence, others);
        }

        private Kept without(Predicate<AnswerFault> which) {
            return with(faults.stream().filter(which.negate()).toList());
        }
    }

    /** There are as many faults as there may be. */
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyException() {
            super("there are " + MAX + " faults already", null, false, false);
        }
    }

    /**
     * Makes the identifier of the next fault, be it one of an answer or of an account.
     *
     * @return a new identifier
     */
    public String nextId() {
        return PREFIX
                + change(kept -> new Kept(kept.sequence() + 1, kept.faults())).sequence();
    }

    /**
     * The number in an identifier, by which faults are in the order in which they were set.
     *
     * @param id an identifier that was made by {@link #nextId}
     * @return its number
     */
    public static long number(String id) {
        return Long.parseLong(id.substring(PREFIX.length()));
    }

    /**
     * Goes on counting behind a fault that was numbered elsewhere.
     *
     * @param number its number
     */
    public void countedTo(long number) {
        change(kept -> new Kept(Math.max(kept.sequence(), number), kept.faults()));
    }

    /**
     * Makes the chances of a fault.
     *
     * @param id its identifier
     * @return the start of its sequence of chances
     */
    public DeterministicRandom chance(String id) {
        return new DeterministicRandom(seed + id.hashCode()).next();
    }

    /**
     * Sets a fault.
     *
     * @param fault the fault
     * @throws TooManyException if there are too many
     */
    public void add(AnswerFault fault) {
        change(kept -> {
            if (kept.faults().size() >= MAX) {
                throw new TooManyException();
            }
            return kept.with(
                    Stream.concat(kept.faults().stream(), Stream.of(fault)).toList());
        });
    }

    /**
     * The faults that can still strike.
     *
     * @return faults, in the order in which they were set
     */
    public List<AnswerFault> list() {
        return take().faults();
    }

    /**
     * Removes a fault.
     *
     * @param id its identifier
     * @return whether it was there
     */
    public boolean remove(String id) {
        AtomicBoolean found = new AtomicBoolean();
        change(kept -> {
            found.set(kept.faults().stream().anyMatch(fault -> fault.id().equals(id)));
            return kept.without(fault -> fault.id().equals(id));
        });
        return found.get();
    }

    /**
     * Removes the faults that strike one key only.
     *
     * @param apiKey the whole key
     */
    public void removeOf(String apiKey) {
        change(kept -> kept.without(fault -> apiKey.equals(fault.target().apiKey())));
    }

    /** Removes all faults. */
    public void clear() {
        change(kept -> kept.with(List.of()));
    }

    /** Removes all faults and begins to count anew. */
    public void reset() {
        put(NONE);
    }

    /**
     * Lets the first fault strike that meets the request and whose chance it is, and counts it.
     *
     * @param operation operationId
     * @param apiKey the whole key, or null if none was sent
     * @return the fault, or nothing
     */
    public Optional<AnswerFault> strike(String operation, @Nullable String apiKey) {
        boolean met = list().stream().anyMatch(fault -> fault.target().meets(operation, apiKey));
        return met ? strikeFirst(operation, apiKey) : Optional.empty();
    }

    /**
     * Takes the faults out.
     *
     * @return the faults, and how many there have been
     */
    public Kept take() {
        Kept kept = shared.get(ALL);
        return kept == null ? NONE : kept;
    }

    /**
     * Puts faults in as they were.
     *
     * @param kept the faults, and how many there had been
     */
    public void put(Kept kept) {
        shared.change(ALL, now -> kept);
    }

    private Kept change(UnaryOperator<Kept> change) {
        return Objects.requireNonNull(shared.change(ALL, kept -> change.apply(kept == null ? NONE : kept)));
    }

    private Optional<AnswerFault> strikeFirst(String operation, @Nullable String apiKey) {
        AtomicReference<@Nullable AnswerFault> striking = new AtomicReference<>();
        change(kept -> {
            List<AnswerFault> after = new ArrayList<>(kept.faults());
            striking.set(Striking.strikeFirst(after, fault -> fault.target().meets(operation, apiKey))
                    .orElse(null));
            return kept.with(List.copyOf(after));
        });
        return Optional.ofNullable(striking.get());
    }
}
