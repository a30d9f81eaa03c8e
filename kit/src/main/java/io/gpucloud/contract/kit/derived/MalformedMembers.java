package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.openapi.OpenApiParameter;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Request cases derived from schemas: for each member of a body, or each query parameter, the values of
 * {@link MemberValues}.
 */
record MalformedMembers(Call wellFormed, List<RequestCase> cases) {

    private static final String UNKNOWN = "colour";

    /** The cases for the body, or for the query if the operation takes no body. */
    static List<RequestCase> of(Call wellFormed, Map<String, Object> members) {
        MalformedMembers malformed = new MalformedMembers(wellFormed, new ArrayList<>());
        ObjectNode body = JsonMapper.shared().valueToTree(members);
        Function<JsonNode, Call> enclose = object -> wellFormed.json(object.toString());
        Optional<OpenApiSchema> schema = wellFormed.operation().requestSchema();
        schema.ifPresentOrElse(of -> malformed.addObject(of, body, "", enclose), malformed::addParameters);
        return malformed.cases;
    }

    private void addParameters() {
        String path = wellFormed.target().replaceFirst("\\?.*", "");
        for (OpenApiParameter parameter : wellFormed.operation().parameters("query")) {
            String name = parameter.name();
            MemberValues.ofQuery(parameter.schema(), wellFormed.isOfService()).forEach((text, assumptions) -> {
                Call call = wellFormed.target(path + "?" + Call.query(Map.of(name, text)));
                String shown = MemberValues.name(StringNode.valueOf(text));
                cases.add(RequestCase.of(name + ": " + shown, call, call.isValid(), name)
                        .assuming(assumptions));
            });
            Call twice = wellFormed.target(path + "?" + name + "=1&" + name + "=1");
            cases.add(RequestCase.of(name + ": given twice", twice, false, name).assuming(Set.of(Settings.ERRORS)));
        }
    }

    /** Adds the cases for an object. {@code enclose} makes a request with the object in its body. */
    private void addObject(OpenApiSchema schema, ObjectNode object, String prefix, Function<JsonNode, Call> enclose) {
        schema.properties().forEach((name, member) -> {
            String path = prefix + name;
            boolean required = schema.requires(name);
            Function<JsonNode, Call> encloseMember = value -> enclose.apply(with(object, name, value));
            if (required) {
                add(path + ": missing", enclose.apply(object.deepCopy().without(name)), path);
            }
            for (JsonNode value : MemberValues.of(member)) {
                Call call = encloseMember.apply(value);
                boolean optionalNull = value.isNull() && !required;
                // No schema says that an identifier is not blank, and that the API under /__admin treats null as
                // absent.
                boolean blank = member.has("minLength")
                        && value.isString()
                        && value.stringValue().isBlank();
                boolean valid = (optionalNull && !wellFormed.isOfService()) || (!blank && call.isValid());
                cases.add(RequestCase.of(path + ": " + MemberValues.name(value), call, valid, path)
                        .assuming(optionalNull ? Set.of("null-members") : Set.of()));
            }
            if (member.type().equals("array")) {
                Function<JsonNode, Call> encloseEntry =
                        entry -> encloseMember.apply(object.arrayNode().add(entry));
                addEntry(member.items(), path + "[0]", encloseEntry);
            } else if (member.type().equals("object") && !member.properties().isEmpty()) {
                addObject(member, WellFormedRequests.minimal(member), path + ".", encloseMember);
            }
        });
        Call withUnknown = enclose.apply(with(object, UNKNOWN, object.stringNode("red")));
        add(prefix + UNKNOWN + ": an unknown member", withUnknown, prefix + UNKNOWN);
    }

    private void addEntry(OpenApiSchema schema, String path, Function<JsonNode, Call> enclose) {
        for (JsonNode value : MemberValues.of(schema)) {
            Call call = enclose.apply(value);
            if (!value.isArray() && !call.isValid()) {
                cases.add(RequestCase.of(path + ": " + MemberValues.name(value), call, false, path));
            }
        }
        if (schema.type().equals("object")) {
            addObject(schema, WellFormedRequests.minimal(schema), path + ".", enclose);
        }
    }

    private void add(String name, Call call, String field) {
        cases.add(RequestCase.of(name, call, call.isValid(), field));
    }

    private static ObjectNode with(ObjectNode object, String name, JsonNode value) {
        ObjectNode copy = object.deepCopy();
        copy.set(name, value);
        return copy;
    }
}
