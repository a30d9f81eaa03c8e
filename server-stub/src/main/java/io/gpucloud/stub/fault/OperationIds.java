package io.gpucloud.stub.fault;

import io.gpucloud.stub.json.InvalidJsonException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The operations of the public API, by their operationId. */
public record OperationIds(Set<String> all, Set<String> open) {

    /**
     * Checks an operationId that a caller sends.
     *
     * @param operation the operationId, or null for none
     * @throws InvalidJsonException if no operation has it
     */
    public void require(@Nullable String operation) {
        if (operation != null && !all.contains(operation)) {
            throw new InvalidJsonException("operation", "must be one of " + new TreeSet<>(all));
        }
    }
}
