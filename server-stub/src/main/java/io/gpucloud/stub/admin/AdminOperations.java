package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.model.Call;
import io.gpucloud.stub.admin.model.CallList;
import io.gpucloud.stub.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;

/** The calls of the administration, as its OpenAPI document describes them. */
final class AdminOperations {

    private static final String DOCUMENT = "/openapi/stub-admin-v1.yaml";

    CallList list() {
        List<Call> calls = document()
                .path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(operation -> operation.getValue().has("operationId"))
                        .map(operation -> call(path.getKey(), operation)))
                .toList();
        return new CallList(DOCUMENT, AdminAccessFilter.CONSOLE_PATH, calls);
    }

    private static Call call(String path, Map.Entry<String, JsonNode> operation) {
        String summary = operation.getValue().path("summary").asString("");
        return new Call(operation.getKey().toUpperCase(Locale.ROOT), path, summary);
    }

    private static JsonNode document() {
        try {
            byte[] json = new ClassPathResource("META-INF/openapi/stub-admin-v1.json").getContentAsByteArray();
            return StrictJson.read(json, JsonNode.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
