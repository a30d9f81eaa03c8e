package io.gpucloud.openapi;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of a check beyond the contract.
 *
 * @param closed whether members that the contract does not declare are findings, and in responses values of open
 *     enumerations that it does not list, empty lists in the form of {@code false}, 0 or an empty string, and missing
 *     headers that it describes as optional
 * @param otherStatuses statuses admitted under {@code default}, null for any
 */
public record Strictness(boolean closed, @Nullable Set<Integer> otherStatuses) {

    /** Checks only what the contract requires. For a service that may be newer than the contract, or behind a proxy. */
    public static final Strictness LENIENT = new Strictness(false, null);

    /**
     * For requests and responses of this project. Under {@code default}, the stub may return 405, 406, 408, 413 and
     * 415.
     */
    public static final Strictness STRICT = new Strictness(true, Set.of(405, 406, 408, 413, 415));

    /**
     * {@return the same strictness with other statuses under {@code default}}
     *
     * @param statuses the statuses that are admitted
     */
    public Strictness admitting(Integer... statuses) {
        return new Strictness(closed, Set.of(statuses));
    }

    boolean admits(int status) {
        return otherStatuses == null || otherStatuses.contains(status);
    }
}
