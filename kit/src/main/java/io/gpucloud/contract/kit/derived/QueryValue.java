package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Settings;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A value for a query parameter.
 *
 * @param valid whether the service must accept it
 */
record QueryValue(String name, String text, boolean valid, Set<String> assumptions) {

    private static final int OVERSIZED = 2_000;

    /**
     * The texts to try. Page numbers with a leading zero or more than 9 digits are bad too, and others may be any number. The
     * same holds for other integers, whose values may be unknown ones.
     */
    static List<QueryValue> of(OpenApiSchema schema, boolean ofService) {
        boolean number = schema.type().equals("integer");
        if (!number && !schema.has("pattern")) {
            return texts();
        }
        boolean bounded = schema.has("minimum") || !number;
        Set<String> any = bounded ? Set.of("page-beyond-end", "max-page-size") : Set.of("charge-channel-filter");
        Set<String> form = Set.of(bounded ? "page-numbers" : Settings.ERRORS);
        List<QueryValue> texts = new ArrayList<>(List.of(
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
            QueryValue tooGreat = bad("a number too great by 1", Long.toString(most.longValue() + 1));
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

    private static List<QueryValue> texts() {
        return List.of(
                good("an empty text", ""),
                good("a blank text", " "),
                good("an oversized text", "x".repeat(OVERSIZED)),
                good("a text of any characters", "%&=\"'<\uD83D\uDE80"));
    }

    private static QueryValue good(String name, String text) {
        return new QueryValue(name, text, true, Set.of());
    }

    private static QueryValue bad(String name, String text) {
        return new QueryValue(name, text, false, Set.of());
    }

    private QueryValue assuming(Set<String> resting) {
        return new QueryValue(name, text, valid, resting);
    }
}
