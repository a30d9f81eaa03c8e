package io.gpucloud.contract.kit;

import java.util.List;

/**
 * What came of one fact.
 *
 * @param operation the operation that it is about, by its id, empty if it is about no single one
 * @param fact the fact, in words
 * @param outcome what came of it
 * @param mismatches what is not as expected, if it differs
 * @param reason why it was skipped, if it was
 */
public record Result(String operation, String fact, Outcome outcome, List<Mismatch> mismatches, String reason) {

    /** What can come of a fact. */
    public enum Outcome {
        /** The service shows it. */
        HELD,
        /** The service does not show it. */
        DIFFERS,
        /** Nobody looked. */
        SKIPPED
    }

    static Result held(String operation, String fact) {
        return new Result(operation, fact, Outcome.HELD, List.of(), "");
    }

    static Result differs(String operation, String fact, List<Mismatch> mismatches) {
        return new Result(operation, fact, Outcome.DIFFERS, List.copyOf(mismatches), "");
    }

    static Result skipped(String operation, String fact, String reason) {
        return new Result(operation, fact, Outcome.SKIPPED, List.of(), reason);
    }
}
