package io.gpucloud.stub.fault;

import java.util.Comparator;
import java.util.List;

/**
 * The response faults that one request triggers, as one effect.
 *
 * @param ids identifiers of the faults: first the one that decides the response, then those that only delay it, newest
 *     first
 */
public record TriggeredFaults(List<String> ids, ResponseEffect effect) {

    /** The longest delay of a request, and of one fault. */
    static final long MAX_DELAY_MILLIS = 60_000;

    /**
     * Combines faults.
     *
     * @param faults at least one fault, of which at most one does more than delay
     */
    static TriggeredFaults of(List<Fault<ResponseEffect>> faults) {
        List<Fault<ResponseEffect>> ordered = faults.stream()
                .sorted(Comparator.comparing(fault -> fault.effect().onlyDelays()))
                .toList();
        long delay =
                faults.stream().mapToLong(fault -> fault.effect().delayMillis()).sum();
        return new TriggeredFaults(
                ordered.stream().map(Fault::id).toList(),
                ordered.get(0).effect().withDelay(Math.min(delay, MAX_DELAY_MILLIS)));
    }
}
