package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Settings;
import io.gpucloud.openapi.OpenApiSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A value for a member of a request body, or the text of a query parameter.
 *
 * @param valid whether the service must accept it
 * @param assumptions the assumptions that this rests on
 */
record MemberValue(String name, JsonNode json, boolean valid, Set<String> assumptions) {

    private static final int OVERSIZED = 10_000;
    private static final int OVERSIZED_IN_A_QUERY = 2_000;
    private static final String ROCKET = "\uD83D\uDE80";

    /** Values for a schema: of a wrong type, not in its enumeration, at and beyond each of its bounds, empty and oversized. */
    static List<MemberValue> of(OpenApiSchema schema) {
        List<MemberValue> values = new ArrayList<>();
        values.add(bad("null", null));
        values.addAll(
                switch (schema.type()) {
                    case "string" -> texts(schema);
                    case "integer" -> integers(schema);
                    case "number" -> numbers(schema, new BigDecimal("0.01"));
                    case "boolean" ->
                        List.of(
                                good("true", true),
                                bad("a text", "true"),
                                bad("a blank text", " "),
                                bad("a number", 1));
                    case "array" -> List.of(bad("a text", "x"), bad("an object", Map.of()));
                    default -> List.of(bad("a text", "x"), bad("a number", 1), bad("an array", List.of(1)));
                });
        return values;
    }

    private static List<MemberValue> texts(OpenApiSchema schema) {
        List<MemberValue> values = new ArrayList<>(List.of(
                bad("a number", 5),
                bad("a boolean", true),
                bad("an array", List.of("x")),
                bad("an object", Map.of("x", 1))));
        if (schema.has("enum")) {
            values.add(bad("none of its values", "colour"));
            schema.keyword("enum").get().forEach(each -> values.add(good("the value " + each.asString(), each)));
        } else if (schema.has("pattern")) {
            values.add(bad("a text that does not match", " "));
            values.add(bad("an empty text", ""));
        } else {
            boolean empty = !schema.has("minLength");
            values.add(empty ? good("an empty text", "") : bad("an empty text", ""));
            values.add(empty ? good("a blank text", "  ") : bad("a blank text", "  "));
            values.addAll(lengths(schema.keyword("maxLength")));
        }
        return values;
    }

    private static List<MemberValue> lengths(Optional<JsonNode> longest) {
        if (longest.isEmpty()) {
            return List.of(good("an oversized text", "x".repeat(OVERSIZED)));
        }
        int length = longest.get().intValue();
        return List.of(
                good("the longest text", "x".repeat(length)),
                bad("a text too long by 1", "x".repeat(length + 1)),
                good("the longest text of characters beyond the first plane", ROCKET.repeat(length)),
                bad("such a text too long by 1", ROCKET.repeat(length + 1)));
    }

    private static List<MemberValue> numbers(OpenApiSchema schema, BigDecimal step) {
        List<MemberValue> values = new ArrayList<>(List.of(
                bad("a text", "1"), bad("a blank text", " "), bad("a boolean", true), bad("an array", List.of(1))));
        schema.keyword("minimum").ifPresent(least -> {
            values.add(good("the least number", least.decimalValue()));
            values.add(bad("a number too small by " + step, least.decimalValue().subtract(step)));
        });
        schema.keyword("exclusiveMinimum")
                .ifPresent(bound -> values.add(bad("the bound itself", bound.decimalValue())));
        schema.keyword("maximum").ifPresent(most -> {
            values.add(good("the greatest number", most.decimalValue()));
            values.add(bad("a number too great by " + step, most.decimalValue().add(step)));
        });
        return values;
    }

    private static List<MemberValue> integers(OpenApiSchema schema) {
        List<MemberValue> values = numbers(schema, BigDecimal.ONE);
        values.add(bad("a fraction", 1.5));
        values.add(bad("an object", Map.of("x", 1)));
        boolean wide = schema.text("format").equals("int64");
        values.add(bad("an oversized number", wide ? new BigInteger("9223372036854775808") : 2_147_483_648L));
        schema.keyword("enum").ifPresent(listed -> {
            List<Integer> known = listed.valueStream().map(JsonNode::intValue).toList();
            known.forEach(each -> values.add(good("the value " + each, each)));
            Stream.of(known.get(0) - 1, known.get(1) + 1, known.get(known.size() - 1) + 1, -1)
                    .filter(each -> !known.contains(each))
                    .forEach(each -> values.add(bad("the value " + each, each)));
        });
        return values;
    }

    /**
     * The texts to try. Page numbers with a leading zero or more than 9 digits are bad too, and others may be any number. The
     * same holds for other integers, whose values may be unknown ones.
     */
    static List<MemberValue> ofQuery(OpenApiSchema schema, boolean ofService) {
        boolean number = schema.type().equals("integer");
        if (!number && !schema.has("pattern")) {
            return queryTexts();
        }
        boolean bounded = schema.has("minimum") || !number;
        Set<String> any = bounded ? Set.of("page-beyond-end", "max-page-size") : Set.of("charge-channel-filter");
        Set<String> form = Set.of(bounded ? "page-numbers" : Settings.ERRORS);
        List<MemberValue> texts = new ArrayList<>(List.of(
                good("a number", "200").assuming(any),
                bad("a word", "one"),
                bad("an empty text", "").assuming(form),
                bad("a fraction", "1.5")));
        long least = schema.keyword("minimum").map(JsonNode::longValue).orElse(1L);
        if (bounded) {
            texts.add(good("the least number", Long.toString(least)));
            texts.add(bad("a number too small by 1", Long.toString(least - 1)));
            texts.add(bad("a number below 0", "-1"));
        }
        schema.keyword("maximum").ifPresent(most -> {
            MemberValue tooGreat = bad("a number too great by 1", Long.toString(most.longValue() + 1));
            // The service documents no largest number.
            texts.add(ofService ? tooGreat.assuming(form) : tooGreat);
        });
        if (ofService) {
            texts.add(bad("a number with a zero in front", "01").assuming(form));
            texts.add(good("a number of 9 digits", "999999999").assuming(any));
            texts.add(bad("a number of 10 digits", "1000000000").assuming(form));
        }
        return texts;
    }

    private static List<MemberValue> queryTexts() {
        return List.of(
                good("an empty text", ""),
                good("a blank text", " "),
                good("an oversized text", "x".repeat(OVERSIZED_IN_A_QUERY)),
                good("a text of any characters", "%&=\"'<" + ROCKET));
    }

    private static MemberValue good(String name, Object value) {
        return new MemberValue(name, json(value), true, Set.of());
    }

    private static MemberValue bad(String name, @Nullable Object value) {
        return new MemberValue(name, json(value), false, Set.of());
    }

    private MemberValue assuming(Set<String> others) {
        return new MemberValue(name, json, valid, others);
    }

    private static JsonNode json(@Nullable Object value) {
        return JsonMapper.shared().valueToTree(value);
    }
}
