package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Set;

/**
 * The result of one test.
 *
 * @param operation the id of the tested operation, empty if the test covers several
 * @param fact the name of the test, as a sentence
 * @param outcome its outcome
 * @param mismatches the deviations, if it differs
 * @param reason why it was skipped, if it was
 * @param tags the tags of the test, among them the assumptions that it depends on
 */
public record Result(
        String operation, String fact, Outcome outcome, List<Mismatch> mismatches, String reason, Set<String> tags) {

    /** The same result of several exchanges. */
    Result times(long number) {
        return new Result(operation, fact + ", " + number + " times", outcome, mismatches, reason, tags);
    }

    /** The possible outcomes of a test. */
    public enum Outcome {
        /** The service shows it. */
        HELD,
        /** The service does not show it. */
        DIFFERS,
        /** The test was skipped. */
        SKIPPED
    }
}
