package io.gpucloud.stub.admin;

import io.gpucloud.stub.fault.OperationIds;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Operations that callers name by their operationId. */
final class KnownOperations {

    private KnownOperations() {}

    /**
     * Refuses a name that no operation has.
     *
     * @throws ProblemException if it is such a name
     */
    static void require(OperationIds operations, @Nullable String named) {
        if (named != null && !operations.all().contains(named)) {
            throw ProblemException.badMember("operation", "must be one of " + new TreeSet<>(operations.all()));
        }
    }
}
