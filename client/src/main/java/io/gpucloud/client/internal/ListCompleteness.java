package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.Instance;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Shows which instances certainly do not exist. An unreadable record whose identifier is legible says nothing against the absence of
 * other instances.
 *
 * @param unreadable the identifiers of the records that could not be read
 */
record ListCompleteness(boolean complete, Set<String> unreadable) {

    static final ListCompleteness NONE = new ListCompleteness(false, Set.of());

    static ListCompleteness of(Listing<Instance> listing) {
        if (!listing.isComplete()) {
            return NONE;
        }
        Set<String> identifiers = new HashSet<>();
        for (String record : listing.unreadableRecords()) {
            String identifier = identifier(record);
            if (identifier == null) {
                return NONE;
            }
            identifiers.add(identifier);
        }
        return new ListCompleteness(true, identifiers);
    }

    private static @Nullable String identifier(String record) {
        try {
            JsonNode node = Json.MAPPER.readTree(record).path("instance_uuid");
            boolean legible = node.isString() || node.isNumber();
            return legible && !node.asString().isBlank() ? node.asString() : null;
        } catch (JacksonException unreadable) {
            return null;
        }
    }

    /** Whether an instance that was not read certainly does not exist. */
    boolean covers(String instanceUuid) {
        return complete && !unreadable.contains(instanceUuid);
    }
}
