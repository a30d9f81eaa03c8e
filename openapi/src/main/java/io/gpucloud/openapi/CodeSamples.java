package io.gpucloud.openapi;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Code samples for each operation of a document, made of the examples of its parameters and the first named example of
 * its body: in curl and Python, and for the service also in TypeScript. Those in Java are given, because they call the
 * methods of a client.
 */
final class CodeSamples {

    /** The page of a list, and the first filter. */
    private static final int PARAMETERS_IN_QUERY = 3;

    /**
     * How a language writes values.
     *
     * @param text writes a text, given as JSON
     * @param literals the literals that JSON writes in another way
     * @param namesQuoted whether the names of members are texts
     * @param inOneHour the moment in one hour, instead of the example of a shutdown time, which may be in the past
     */
    private record Notation(
            UnaryOperator<String> text, Map<String, String> literals, boolean namesQuoted, String inOneHour) {

        String of(JsonNode value) {
            if (value.isObject()) {
                String blank = namesQuoted ? "" : " ";
                return value.propertyStream()
                        .map(member -> member(member.getKey(), member.getValue()))
                        .collect(Collectors.joining(", ", "{" + blank, blank + "}"));
            }
            if (value.isArray()) {
                return value.valueStream().map(this::of).collect(Collectors.joining(", ", "[", "]"));
            }
            String json = value.toString();
            return value.isString() ? text.apply(json) : literals.getOrDefault(json, json);
        }

        private String member(String name, JsonNode value) {
            return (namesQuoted ? "\"" + name + "\"" : name) + ": "
                    + (name.equals("shutdown_time") ? inOneHour : of(value));
        }
    }

    private static final Notation SHELL =
            new Notation(json -> json.replace("'", "'\\''"), Map.of(), true, "'$(($(date +%s) + 3600))'");

    private static final Notation PYTHON = new Notation(
            json -> json, Map.of("true", "True", "false", "False", "null", "None"), true, "int(time.time()) + 3600");

    private static final Notation TYPESCRIPT = new Notation(
            json -> json.matches("\"[^'\\\\]*\"") ? json.replace('"', '\'') : json,
            Map.of(),
            false,
            "Math.floor(Date.now() / 1000) + 3600");

    private final OpenApiOperation operation;
    private final boolean ofService;
    private final boolean secured;
    private final String target;
    private final Optional<JsonNode> body;

    private CodeSamples(OpenApiOperation operation) {
        this.operation = operation;
        this.ofService = !operation.path().startsWith("/__admin");
        this.secured = ofService && !operation.isPublic();
        this.target = path(operation) + (ofService ? query(operation) : "");
        this.body = operation.requestBody().flatMap(content -> content.mediaType("application/json")).stream()
                .flatMap(json -> json.examples().stream())
                .map(example -> example.at("value").value())
                .findFirst();
    }

    /**
     * Returns a copy of a document in which each operation has samples.
     *
     * @param java the samples in Java by operation
     */
    static ObjectNode addedTo(ObjectNode document, JsonNode java) {
        ObjectNode copy = document.deepCopy();
        OpenApiDocument.of("", copy).operations().forEach(operation -> {
            String method = operation.method().toLowerCase(Locale.ROOT);
            ObjectNode node =
                    (ObjectNode) copy.path("paths").path(operation.path()).path(method);
            new CodeSamples(operation).add(node.putArray("x-codeSamples"), java.path(operation.id()));
        });
        return copy;
    }

    private void add(ArrayNode samples, JsonNode java) {
        add(samples, "Shell", "curl", curl());
        if (java.isString()) {
            add(samples, "Java", "Java", java.asString());
        }
        add(samples, "Python", "Python", python());
        if (ofService) {
            add(samples, "TypeScript", "TypeScript", typeScript());
        }
    }

    private static void add(ArrayNode samples, String language, String label, String source) {
        samples.addObject().put("lang", language).put("label", label).put("source", source);
    }

    private static String path(OpenApiOperation operation) {
        String path = operation.path();
        for (OpenApiParameter parameter : operation.parameters("path")) {
            path = path.replace("{" + parameter.name() + "}", parameter.node().text("example"));
        }
        return path;
    }

    private static String query(OpenApiOperation operation) {
        String query = operation.parameters("query").stream()
                .limit(PARAMETERS_IN_QUERY)
                .map(parameter -> parameter.name() + "=" + parameter.node().text("example"))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }

    /** Whether a successful response has a payload. */
    private boolean hasData() {
        return operation
                .response(200)
                .flatMap(response -> response.mediaType("application/json"))
                .filter(json -> json.schema().properties().containsKey("data"))
                .isPresent();
    }

    private static String lines(Stream<String> lines) {
        return lines.filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private String curl() {
        String method = ofService || operation.method().equals("GET") ? "" : "-X " + operation.method() + " ";
        return Stream.of(
                        "curl -sS " + method + "\"$" + baseUrl() + target + "\"",
                        secured ? "-H \"Authorization: Bearer $GPU_CLOUD_API_KEY\"" : "",
                        body.isPresent() ? "-H \"Content-Type: application/json\"" : "",
                        body.map(json -> "-d '" + SHELL.of(json) + "'").orElse(""))
                .filter(argument -> !argument.isEmpty())
                .collect(Collectors.joining(" \\\n  "));
    }

    private String python() {
        String value = body.map(PYTHON::of).orElse("");
        String headers = Stream.of(
                        secured ? "\"Authorization\": \"Bearer \" + os.environ[\"GPU_CLOUD_API_KEY\"]" : "",
                        body.isPresent() ? "\"Content-Type\": \"application/json\"" : "")
                .filter(header -> !header.isEmpty())
                .map(header -> "    " + header + ",\n")
                .collect(Collectors.joining());
        String data = body.isPresent() ? ", json.dumps(body).encode()" : "";
        String named = headers.isEmpty() ? "" : ", headers=headers";
        return lines(Stream.of(
                ofService || body.isPresent() ? "import json" : "",
                "import os",
                value.contains("time.") ? "import time" : "",
                "import urllib.request\n",
                body.isPresent() ? "body = " + value : "",
                headers.isEmpty() ? "" : "headers = {\n" + headers + "}",
                "url = os.environ[\"%s\"] + \"%s\"".formatted(baseUrl(), target),
                "request = urllib.request.Request(url%s%s, method=\"%s\")".formatted(data, named, operation.method()),
                "with urllib.request.urlopen(request, timeout=30) as response:",
                ofService ? "    envelope = json.load(response)" : "    print(response.read().decode())",
                ofService ? "if envelope[\"code\"] != 0:\n    raise RuntimeError(envelope[\"msg\"])" : "",
                ofService && hasData() ? "print(envelope[\"data\"])" : ""));
    }

    private String typeScript() {
        String data = hasData() ? "; data?: unknown" : "";
        return lines(Stream.of(
                body.map(json -> "const body = " + TYPESCRIPT.of(json) + ";").orElse(""),
                "const response = await fetch(`${process.env.GPU_CLOUD_BASE_URL}" + target + "`, {",
                operation.method().equals("GET") ? "" : "  method: '" + operation.method() + "',",
                secured || body.isPresent() ? "  headers: {" : "",
                secured ? "    Authorization: `Bearer ${process.env.GPU_CLOUD_API_KEY}`," : "",
                body.isPresent() ? "    'Content-Type': 'application/json'," : "",
                secured || body.isPresent() ? "  }," : "",
                body.isPresent() ? "  body: JSON.stringify(body)," : "",
                "  signal: AbortSignal.timeout(30_000),\n});",
                "const envelope = (await response.json()) as { code: number; msg: string" + data + " };",
                "if (envelope.code !== 0) {\n  throw new Error(envelope.msg);\n}",
                data.isEmpty() ? "" : "console.log(envelope.data);"));
    }

    private String baseUrl() {
        return ofService ? "GPU_CLOUD_BASE_URL" : "GPU_CLOUD_STUB_URL";
    }
}
