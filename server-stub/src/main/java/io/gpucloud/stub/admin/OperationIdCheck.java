package io.gpucloud.stub.admin;

import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.json.InvalidJsonException;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks operationIds that callers send. */
final class OperationIdCheck {

    private OperationIdCheck() {}

    /**
     * Rejects an unknown operationId.
     *
     * @throws ProblemException if no operation has this operationId
     */
    static void require(OperationIds operations, @Nullable String named) {
        if (named != null && !operations.all().contains(named)) {
            throw new InvalidJsonException("operation", "must be one of " + new TreeSet<>(operations.all()));
        }
    }
}
