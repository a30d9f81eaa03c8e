package io.gpucloud.openapi;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much a check demands beyond what the contract promises.
 *
 * @param closed whether members that the contract does not declare are findings, and in responses values of open
 *     enumerations that it does not list
 * @param headers whether response headers that the contract describes without requiring them have to be there
 * @param otherStatuses statuses admitted under {@code default}, null for any
 */
public record Strictness(
        boolean closed, boolean headers, @Nullable Set<Integer> otherStatuses) {

    /** For a service that may be ahead of the contract, or behind a proxy: what is promised and no more. */
    public static final Strictness LENIENT = new Strictness(false, false, null);

    /** For what this project sends itself; under {@code default} its stub answers 405, 406, 408, 413 and 415. */
    public static final Strictness STRICT = new Strictness(true, true, Set.of(405, 406, 408, 413, 415));

    /**
     * Takes the values.
     *
     * @param closed whether undeclared members and unlisted values are findings
     * @param headers whether described headers have to be there
     * @param otherStatuses statuses admitted under {@code default}, null for any
     */
    public Strictness {
        otherStatuses = otherStatuses == null ? null : Set.copyOf(otherStatuses);
    }

    /**
     * The same, with other statuses under {@code default}.
     *
     * @param statuses the statuses that are admitted
     * @return the changed strictness
     */
    public Strictness admitting(Integer... statuses) {
        return new Strictness(closed, headers, Set.of(statuses));
    }

    boolean admits(int status) {
        return otherStatuses == null || otherStatuses.contains(status);
    }
}
