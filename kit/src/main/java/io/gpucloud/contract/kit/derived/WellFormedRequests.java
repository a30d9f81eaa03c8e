package io.gpucloud.contract.kit.derived;

import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Well-formed requests derived from the OpenAPI documents. */
public final class WellFormedRequests {

    private WellFormedRequests() {}

    /** Returns the members of a request body that conforms to the schema and names nothing that exists. */
    public static Map<String, Object> minimal(OpenApiOperation operation) {
        Map<String, Object> members = new LinkedHashMap<>();
        operation.requestSchema().ifPresent(schema -> minimal(schema).forEachEntry(members::put));
        return members;
    }

    static ObjectNode minimal(OpenApiSchema schema) {
        ObjectNode members = JsonMapper.shared().createObjectNode();
        schema.properties().forEach((name, member) -> {
            if (schema.requires(name)) {
                boolean identifier = member.has("minLength");
                JsonNode example = member.keyword("examples").orElseThrow().path(0);
                members.set(name, identifier ? members.stringNode("no-such-" + name) : example);
            }
        });
        return members;
    }
}
