package io.gpucloud.stub.control;

import io.gpucloud.stub.domain.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What goes wrong with answers, on demand. Faults strike in the order in which they were set. */
public final class Faults {

    private static final int MAX = 1_000;

    private final long seed;
    private volatile List<Fault> faults = List.of();
    private long sequence;

    /**
     * Nothing goes wrong yet.
     *
     * @param seed where the chances of faults with a probability come from
     */
    public Faults(long seed) {
        this.seed = seed;
    }

    /** What goes wrong with an answer. */
    public enum Effect {
        /** The operation happens as usual; with a delay, later. */
        NONE,
        /** The fault is the answer; the operation does not happen. */
        RESPOND,
        /** The operation happens; then the fault is the answer. */
        RESPOND_AFTER_EFFECT,
        /** The connection is reset; the operation does not happen. */
        RESET_CONNECTION,
        /** The operation happens; then the connection is reset. */
        RESET_AFTER_EFFECT,
        /** The operation happens; half of its answer is sent. */
        TRUNCATE_BODY,
        /** A page of HTML is the answer; the operation does not happen. */
        HTML_BODY
    }

    /**
     * Whom a fault strikes; null is anybody.
     *
     * @param operation operationId
     * @param apiKey the whole key
     */
    public record Target(
            @Nullable String operation, @Nullable String apiKey) {

        boolean meets(String askedOperation, @Nullable String askedKey) {
            return (operation == null || operation.equals(askedOperation))
                    && (apiKey == null || apiKey.equals(askedKey));
        }
    }

    /**
     * What is answered; null is what is usual for the status.
     *
     * @param status HTTP status
     * @param code result code
     * @param msg message
     * @param body the whole body, as it is
     * @param retryAfter value of the header, in seconds; null for no header
     */
    public record Answer(
            int status,
            @Nullable Integer code,
            @Nullable String msg,
            @Nullable String body,
            @Nullable Integer retryAfter) {}

    /**
     * A fault.
     *
     * @param id identifier
     * @param target whom it strikes
     * @param effect what goes wrong
     * @param answer what is answered
     * @param delayMillis how long to wait before anything else
     * @param times how often it still strikes, or null for ever
     * @param probability how likely it strikes each time, above 0 and at most 1
     * @param chance where its sequence of chances stands
     */
    public record Fault(
            String id,
            Target target,
            Effect effect,
            Answer answer,
            long delayMillis,
            @Nullable Integer times,
            double probability,
            Chance chance) {

        private Fault drawn() {
            return new Fault(id, target, effect, answer, delayMillis, times, probability, chance.next());
        }

        private Fault struck() {
            return times == null
                    ? this
                    : new Fault(id, target, effect, answer, delayMillis, times - 1, probability, chance);
        }
    }

    /**
     * The faults of a stub, and how many there have been.
     *
     * @param sequence number of faults that were ever set
     * @param faults those that can still strike
     */
    public record Kept(long sequence, List<Fault> faults) {}

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
    public synchronized String nextId() {
        sequence++;
        return "fault-" + sequence;
    }

    /**
     * Makes the chances of a fault.
     *
     * @param id its identifier
     * @return the start of its sequence of chances
     */
    public Chance chance(String id) {
        return new Chance(seed + id.hashCode()).next();
    }

    /**
     * Sets a fault.
     *
     * @param fault the fault
     * @throws TooManyException if there are too many
     */
    public synchronized void add(Fault fault) {
        if (faults.size() >= MAX) {
            throw new TooManyException();
        }
        List<Fault> more = new ArrayList<>(faults);
        more.add(fault);
        faults = List.copyOf(more);
    }

    /**
     * The faults that can still strike.
     *
     * @return faults, in the order in which they were set
     */
    public List<Fault> list() {
        return faults;
    }

    /**
     * Removes a fault.
     *
     * @param id its identifier
     * @return whether it was there
     */
    public synchronized boolean remove(String id) {
        int before = faults.size();
        faults = faults.stream().filter(fault -> !fault.id().equals(id)).toList();
        return faults.size() < before;
    }

    /**
     * Removes the faults that strike one key only.
     *
     * @param apiKey the whole key
     */
    public synchronized void removeOf(String apiKey) {
        faults = faults.stream()
                .filter(fault -> !apiKey.equals(fault.target().apiKey()))
                .toList();
    }

    /** Removes all faults. */
    public synchronized void clear() {
        faults = List.of();
    }

    /** Removes all faults and begins to count anew. */
    public synchronized void reset() {
        clear();
        sequence = 0;
    }

    /**
     * Lets the first fault strike that meets the request and whose chance it is, and counts it.
     *
     * @param operation operationId
     * @param apiKey the whole key, or null if none was sent
     * @return the fault, or nothing
     */
    public Optional<Fault> strike(String operation, @Nullable String apiKey) {
        return faults.isEmpty() ? Optional.empty() : strikeFirst(operation, apiKey);
    }

    /**
     * Takes the faults out.
     *
     * @return the faults, and how many there have been
     */
    public synchronized Kept take() {
        return new Kept(sequence, faults);
    }

    /**
     * Puts faults in as they were.
     *
     * @param kept the faults, and how many there had been
     */
    public synchronized void put(Kept kept) {
        sequence = kept.sequence();
        faults = List.copyOf(kept.faults());
    }

    private synchronized Optional<Fault> strikeFirst(String operation, @Nullable String apiKey) {
        List<Fault> after = new ArrayList<>(faults);
        for (int i = 0; i < after.size(); i++) {
            if (after.get(i).target().meets(operation, apiKey)) {
                Fault drawn = after.get(i).drawn();
                after.set(i, drawn);
                if (drawn.chance().favours(drawn.probability())) {
                    Fault struck = drawn.struck();
                    after.set(i, struck);
                    after.removeIf(fault -> fault.times() != null && fault.times() == 0);
                    faults = List.copyOf(after);
                    return Optional.of(struck);
                }
            }
        }
        faults = List.copyOf(after);
        return Optional.empty();
    }
}
