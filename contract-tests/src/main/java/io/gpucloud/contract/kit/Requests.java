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

/** Requests derived from a contract: one that is good, and its variants. */
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
    static List<Variant> ofBody(Call good, Map<String, Object> members) {
        List<Variant> variants = new ArrayList<>();
        OpenApiSchema schema = good.operation().requestSchema().orElseThrow();
        ObjectNode base = JsonMapper.shared().valueToTree(members);
        ofObject(schema, base, "", (name, body, verdict) -> variants.add(new Variant(name, good.json(body), verdict)));
        return variants;
    }

    /** What the parameters of a query make of a request. */
    static List<Variant> ofQuery(Call good) {
        List<Variant> variants = new ArrayList<>();
        String path = good.target();
        for (OpenApiParameter parameter : good.operation().parameters("query")) {
            String name = parameter.name();
            QueryText.of(parameter.schema(), good.isOfService())
                    .forEach(text -> variants.add(new Variant(
                            name + ": " + text.name(),
                            good.target(path + "?" + Members.query(Map.of(name, text.text()))),
                            text.valid() ? Verdict.TAKEN : Verdict.bad(name),
                            text.assumptions())));
            Call twice = good.target(path + "?" + name + "=1&" + name + "=1");
            variants.add(new Variant(name + ": given twice", twice, Verdict.bad(name)).assuming(Settings.ERRORS));
        }
        return variants;
    }

    /** Takes a body that was varied. */
    private interface Sink {
        void take(String name, JsonNode body, Verdict verdict);
    }

    private static void ofObject(OpenApiSchema schema, ObjectNode base, String prefix, Sink sink) {
        schema.properties().forEach((name, member) -> {
            String path = prefix + name;
            if (schema.requires(name)) {
                sink.take(path + ": missing", base.deepCopy().without(name), Verdict.bad(path));
            }
            for (Value value : Value.of(member)) {
                boolean leftOut = value.json().isNull() && takesNullAsAbsent(schema, name);
                Verdict verdict = value.valid() || leftOut ? Verdict.TAKEN : Verdict.bad(path);
                sink.take(path + ": " + value.name(), with(base, name, value.json()), verdict);
            }
            ofInner(member, path, sink, inner -> with(base, name, inner));
        });
        sink.take(
                prefix + EXTRA + ": a member that nobody knows",
                with(base, EXTRA, JsonMapper.shared().valueToTree("red")),
                schema.isClosed() ? Verdict.bad(prefix + EXTRA) : Verdict.TAKEN);
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
                    (name, inner, verdict) -> sink.take(name, outside.apply(inner), verdict));
        } else if (schema.type().equals("array")) {
            OpenApiSchema items = schema.items();
            Sink entries = (name, inner, verdict) -> sink.take(
                    name, outside.apply(JsonMapper.shared().createArrayNode().add(inner)), verdict);
            Value.of(items).stream()
                    .filter(value -> !value.valid() && !value.json().isArray())
                    .forEach(value ->
                            entries.take(path + "[0]: " + value.name(), value.json(), Verdict.bad(path + "[0]")));
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

    /** All variants of a good request, whatever its kind. */
    static Stream<Variant> ofMembers(Call good, Map<String, Object> members) {
        return good.operation().requestSchema().isPresent() ? ofBody(good, members).stream() : ofQuery(good).stream();
    }
}
