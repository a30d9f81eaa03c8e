package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Settings;
import io.gpucloud.openapi.OpenApiSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/**
 * Values to try for a member of a request body or for a query parameter. The contract decides which of them are valid.
 */
final class MemberValues {

    private static final int OVERSIZED = 10_000;
    private static final int OVERSIZED_IN_A_QUERY = 2_000;
    private static final int SHOWN = 20;
    private static final String ROCKET = "\uD83D\uDE80";

    private MemberValues() {}

    /**
     * Values of other types, values that its enumeration has and has not, at and beyond each of its bounds, empty and
     * oversized.
     */
    static List<JsonNode> of(OpenApiSchema schema) {
        List<Object> values = new ArrayList<>(List.of(NullNode.getInstance()));
        switch (schema.type()) {
            case "string" -> {
                values.addAll(List.of(5, true, List.of("x"), Map.of("x", 1)));
                addTexts(schema, values);
            }
            case "integer" -> {
                values.addAll(List.of("1", " ", true, List.of(1), 1.5, Map.of("x", 1)));
                addBounds(schema, BigDecimal.ONE, values);
                addIntegers(schema, values);
            }
            case "number" -> {
                values.addAll(List.of("1", " ", true, List.of(1)));
                addBounds(schema, new BigDecimal("0.01"), values);
            }
            case "boolean" -> values.addAll(List.of(true, "true", " ", 1));
            case "array" -> values.addAll(List.of("x", Map.of()));
            default -> values.addAll(List.of("x", 1, List.of(1)));
        }
        return values.stream().map(JsonMapper.shared()::<JsonNode>valueToTree).toList();
    }

    private static void addTexts(OpenApiSchema schema, List<Object> values) {
        if (schema.has("enum")) {
            values.add("colour");
            schema.keyword("enum").orElseThrow().forEach(values::add);
        } else if (schema.has("pattern")) {
            values.addAll(List.of("", " "));
        } else {
            values.addAll(List.of("", "  "));
            int longest = schema.keyword("maxLength").map(JsonNode::intValue).orElse(OVERSIZED);
            values.add("x".repeat(longest));
            if (schema.has("maxLength")) {
                values.addAll(List.of("x".repeat(longest + 1), ROCKET.repeat(longest), ROCKET.repeat(longest + 1)));
            }
        }
    }

    private static void addBounds(OpenApiSchema schema, BigDecimal step, List<Object> values) {
        schema.keyword("minimum").map(JsonNode::decimalValue).ifPresent(least -> {
            values.addAll(List.of(least, least.subtract(step)));
        });
        schema.keyword("exclusiveMinimum").ifPresent(values::add);
        schema.keyword("maximum").map(JsonNode::decimalValue).ifPresent(most -> {
            values.addAll(List.of(most, most.add(step)));
        });
    }

    private static void addIntegers(OpenApiSchema schema, List<Object> values) {
        boolean wide = schema.text("format").equals("int64");
        values.add(wide ? new BigInteger("9223372036854775808") : 2_147_483_648L);
        schema.keyword("enum").ifPresent(listed -> {
            List<Integer> known = listed.valueStream().map(JsonNode::intValue).toList();
            values.addAll(known);
            Stream.of(known.get(0) - 1, known.get(1) + 1, known.get(known.size() - 1) + 1, -1)
                    .filter(each -> !known.contains(each))
                    .forEach(values::add);
        });
    }

    /**
     * Texts for a query parameter, each with the assumptions that its validity rests on. That numbers are decimal
     * digits, without leading zeros and at most 9 of them, is assumed.
     */
    static Map<String, Set<String>> ofQuery(OpenApiSchema schema, boolean ofService) {
        Map<String, Set<String>> texts = new LinkedHashMap<>();
        boolean number = schema.type().equals("integer");
        if (!number && !schema.has("pattern")) {
            Stream.of("", " ", "x".repeat(OVERSIZED_IN_A_QUERY), "%&=\"'<" + ROCKET)
                    .forEach(text -> texts.put(text, Set.of()));
            return texts;
        }
        long least = schema.keyword("minimum").map(JsonNode::longValue).orElse(1L);
        boolean page = least == 1;
        Set<String> any = page ? Set.of("page-beyond-end", "max-page-size") : Set.of("charge-channel-filter");
        Set<String> form = page ? Set.of("page-numbers") : Set.of("charge-channel-filter", Settings.ERRORS);
        texts.put("200", any);
        texts.put("one", Set.of());
        texts.put("", form);
        texts.put("1.5", Set.of());
        texts.put("1e1", form);
        Set<String> bounded = page ? Set.of() : form;
        Stream.of(least, least - 1, -5).forEach(bound -> texts.put(bound.toString(), bounded));
        schema.keyword("maximum").ifPresent(most -> texts.put("" + (most.longValue() + 1), form));
        if (ofService) {
            texts.put("01", form);
            texts.put("999999999", any);
            texts.put("9999999999", form);
        }
        return texts;
    }

    /** A value as the name of a case. Of a long text, its beginning and its length. */
    static String name(JsonNode value) {
        String json = value.toString();
        return json.length() <= 2 * SHOWN
                ? json
                : json.substring(0, 1 + SHOWN) + "…, " + value.asString().length() + " code units";
    }
}
