package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the list of instances for the cleanup. A list that cannot be read counts as unknown, not as empty. */
final class InstanceList {

    static final String LIST = "/data/instance_list";

    private InstanceList() {}

    static Call call(@Nullable String key) {
        return Call.of(ApiDocuments.PUBLIC_API, "listInstances", Map.of()).key(key);
    }

    /** The instance ids in a response, empty if the response cannot be read. */
    static Optional<List<String>> read(ServiceResponse response) {
        List<String> uuids =
                response.list(LIST).stream().map(InstanceList::uuid).toList();
        boolean readable = response.isSuccess() && response.at(LIST).isArray() && !uuids.contains("");
        return readable ? Optional.of(uuids) : Optional.empty();
    }

    /** The record of an instance in a response, missing if there is none. */
    static JsonNode find(ServiceResponse response, String instance) {
        return response.find(LIST, "instance_uuid", instance);
    }

    static String uuid(JsonNode record) {
        return record.path("instance_uuid").asString("");
    }
}
