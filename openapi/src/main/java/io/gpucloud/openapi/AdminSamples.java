package io.gpucloud.openapi;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Code samples in curl and Python for each operation of {@code /__admin}, made of the examples of its parameters and
 * the first named example of its body. The samples of the public API are not generated: they are in the document.
 */
final class AdminSamples {

    private static final Map<String, String> PYTHON_LITERALS = Map.of("true", "True", "false", "False", "null", "None");

    private AdminSamples() {}

    /** Returns a copy of a document in which each operation of {@code /__admin} has samples. */
    static ObjectNode addedTo(ObjectNode document) {
        ObjectNode copy = document.deepCopy();
        OpenApiDocument.of("", copy).operations().stream()
                .filter(operation -> operation.path().startsWith("/__admin"))
                .forEach(operation -> add(operation, (ObjectNode) copy.path("paths")
                        .path(operation.path())
                        .path(operation.method().toLowerCase(Locale.ROOT))));
        return copy;
    }

    private static void add(OpenApiOperation operation, ObjectNode node) {
        String path = operation.path();
        for (OpenApiParameter parameter : operation.parameters("path")) {
            path = path.replace("{" + parameter.name() + "}", parameter.node().text("example"));
        }
        Optional<JsonNode> body =
                operation.requestBody().flatMap(content -> content.mediaType("application/json")).stream()
                        .flatMap(json -> json.examples().stream())
                        .map(example -> example.at("value").value())
                        .findFirst();
        ArrayNode samples = node.putArray("x-codeSamples");
        String curl = curl(operation.method(), path, body);
        samples.addObject().put("lang", "Shell").put("label", "curl").put("source", curl);
        String python = python(operation.method(), path, body);
        samples.addObject().put("lang", "Python").put("label", "Python").put("source", python);
    }

    private static String curl(String method, String path, Optional<JsonNode> body) {
        String call = "curl -sS -X %s \"$GPU_CLOUD_STUB_URL%s\""
                .formatted(method, path)
                .replace("-X GET ", "");
        return call
                + body.map(json -> " \\\n  -H \"Content-Type: application/json\" \\\n  -d '%s'"
                                .formatted(literal(json, Map.of()).replace("'", "'\\''")))
                        .orElse("");
    }

    private static String python(String method, String path, Optional<JsonNode> body) {
        String bodyIfAny = body.map(json -> "body = " + literal(json, PYTHON_LITERALS) + "\n")
                .orElse("");
        String headers = body.isEmpty() ? "" : "headers = {\"Content-Type\": \"application/json\"}\n";
        return """
                %simport os
                import urllib.request

                %surl = os.environ["GPU_CLOUD_STUB_URL"] + "%s"
                %srequest = urllib.request.Request(url, %smethod="%s")
                with urllib.request.urlopen(request, timeout=30) as response:
                    print(response.read().decode())""".formatted(
                        body.isEmpty() ? "" : "import json\n",
                        bodyIfAny,
                        path,
                        headers,
                        body.isEmpty() ? "" : "json.dumps(body).encode(), headers, ",
                        method);
    }

    /** A value with blanks after colons and commas; in Python, true, false and null have other names. */
    private static String literal(JsonNode value, Map<String, String> names) {
        if (value.isObject()) {
            return value.propertyStream()
                    .map(member -> "\"%s\": %s".formatted(member.getKey(), literal(member.getValue(), names)))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value.isArray()) {
            return value.valueStream()
                    .map(element -> literal(element, names))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return names.getOrDefault(value.toString(), value.toString());
    }
}
