package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiParameter;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Requests derived from a contract: one that is good, and its cases. */
public final class Requests {

    private static final String EXTRA = "colour";

    private Requests() {}

    /**
     * A request that fits the contract and names nothing that exists.
     *
     * @param operation the operation
     * @return the required members; values are those of the examples in the contract, identifiers are made up
     */
    public static Map<String, Object> minimal(OpenApiOperation operation) {
        Map<String, Object> members = new LinkedHashMap<>();
        operation.requestSchema().ifPresent(schema -> example(schema).forEachEntry(members::put));
        return members;
    }

    /** What the schema of a body makes of a good body: each member spoiled in each way, and tried at its bounds. */
    static List<RequestCase> ofBody(Call good, Map<String, Object> members) {
        List<RequestCase> cases = new ArrayList<>();
        OpenApiSchema schema = good.operation().requestSchema().orElseThrow();
        ObjectNode base = JsonMapper.shared().valueToTree(members);
        ofObject(
                schema,
                base,
                "",
                (name, body, expected) -> cases.add(new RequestCase(name, good.json(body), expected)));
        return cases;
    }

    /** What the parameters of a query make of a request. */
    static List<RequestCase> ofQuery(Call good) {
        List<RequestCase> cases = new ArrayList<>();
        String path = good.target();
        for (OpenApiParameter parameter : good.operation().parameters("query")) {
            String name = parameter.name();
            QueryValue.of(parameter.schema(), good.isOfService())
                    .forEach(text -> cases.add(new RequestCase(
                            name + ": " + text.name(),
                            good.target(path + "?" + Members.query(Map.of(name, text.text()))),
                            text.valid() ? ExpectedResponse.TAKEN : ExpectedResponse.bad(name),
                            text.assumptions())));
            Call twice = good.target(path + "?" + name + "=1&" + name + "=1");
            cases.add(new RequestCase(name + ": given twice", twice, ExpectedResponse.bad(name))
                    .assuming(Settings.ERRORS));
        }
        return cases;
    }

    /** Takes a body that was varied. */
    private interface Sink {
        void take(String name, JsonNode body, ExpectedResponse expected);
    }

    private static void ofObject(OpenApiSchema schema, ObjectNode base, String prefix, Sink sink) {
        schema.properties().forEach((name, member) -> {
            String path = prefix + name;
            if (schema.requires(name)) {
                sink.take(path + ": missing", base.deepCopy().without(name), ExpectedResponse.bad(path));
            }
            for (MemberValue value : MemberValue.of(member)) {
                boolean leftOut = value.json().isNull() && takesNullAsAbsent(schema, name);
                ExpectedResponse expected =
                        value.valid() || leftOut ? ExpectedResponse.TAKEN : ExpectedResponse.bad(path);
                sink.take(path + ": " + value.name(), with(base, name, value.json()), expected);
            }
            ofInner(member, path, sink, inner -> with(base, name, inner));
        });
        sink.take(
                prefix + EXTRA + ": a member that nobody knows",
                with(base, EXTRA, JsonMapper.shared().valueToTree("red")),
                schema.isClosed() ? ExpectedResponse.bad(prefix + EXTRA) : ExpectedResponse.TAKEN);
    }

    /** The administration reads null as a member that was left out (D86). */
    private static boolean takesNullAsAbsent(OpenApiSchema schema, String member) {
        return schema.node().file().equals(ApiDocuments.ADMIN_API.file()) && !schema.requires(member);
    }

    private static void ofInner(OpenApiSchema schema, String path, Sink sink, UnaryOperator<JsonNode> outside) {
        if (schema.type().equals("object") && !schema.properties().isEmpty()) {
            ofObject(
                    schema,
                    example(schema),
                    path + ".",
                    (name, inner, expected) -> sink.take(name, outside.apply(inner), expected));
        } else if (schema.type().equals("array")) {
            OpenApiSchema items = schema.items();
            Sink entries = (name, inner, expected) -> sink.take(
                    name, outside.apply(JsonMapper.shared().createArrayNode().add(inner)), expected);
            MemberValue.of(items).stream()
                    .filter(value -> !value.valid() && !value.json().isArray())
                    .forEach(value -> entries.take(
                            path + "[0]: " + value.name(), value.json(), ExpectedResponse.bad(path + "[0]")));
            if (items.type().equals("object")) {
                ofObject(items, example(items), path + "[0].", entries);
            }
        }
    }

    /** The required members of a schema, as its examples have them; but identifiers name nothing that exists. */
    private static ObjectNode example(OpenApiSchema schema) {
        ObjectNode example = JsonMapper.shared().createObjectNode();
        schema.properties().forEach((name, member) -> {
            if (schema.requires(name)) {
                JsonNode usual =
                        member.keyword("examples").map(values -> values.path(0)).orElseThrow();
                boolean identifier = member.has("minLength");
                example.set(name, identifier ? JsonMapper.shared().valueToTree("no-such-" + name) : usual);
            }
        });
        return example;
    }

    private static ObjectNode with(ObjectNode base, String name, JsonNode value) {
        ObjectNode copy = base.deepCopy();
        copy.set(name, value);
        return copy;
    }

    /** All cases of a good request, whatever its kind. */
    static Stream<RequestCase> ofMembers(Call good, Map<String, Object> members) {
        return good.operation().requestSchema().isPresent() ? ofBody(good, members).stream() : ofQuery(good).stream();
    }
}
