package io.gpucloud.stub.pact;

import static java.util.Objects.requireNonNull;

import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.json.TextEncoding;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;

/** The parameters of a provider state. An absent parameter has the default of the catalogue. */
final class StateParameters {

    /** Longer than any valid amount. */
    private static final int LONGEST = 50;

    private final Map<String, JsonNode> defaults;
    private final @Nullable JsonNode given;

    /**
     * Checks the parameters of a state.
     *
     * @throws ProblemException if the state does not have such a parameter
     */
    StateParameters(Map<String, JsonNode> defaults, @Nullable JsonNode given) {
        this.defaults = defaults;
        this.given = given;
        if (given != null && !given.isObject() && !given.isNull()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "params", "must be an object");
        }
        if (given != null) {
            given.propertyNames().forEach(name -> requireKnown(name, defaults.keySet()));
        }
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isString()) {
            throw invalid(name, "must be a string");
        }
        if (!TextEncoding.isWhole(value.stringValue())) {
            throw invalid(name, "must be a text of whole characters");
        }
        return value.stringValue();
    }

    /** A whole number, or a text with one: some verifiers send all parameters as texts. */
    int number(String name, int min, int max) {
        String text = value(name).asString("");
        if (!text.matches("-?[0-9]{1,9}") || Integer.parseInt(text) < min || Integer.parseInt(text) > max) {
            throw invalid(name, "must be an integer from " + min + " to " + max);
        }
        return Integer.parseInt(text);
    }

    /** One of the allowed numbers, or a text with one. */
    int oneOf(String name, Integer... numbers) {
        String text = value(name).asString("");
        return Stream.of(numbers)
                .filter(number -> text.equals(number.toString()))
                .findFirst()
                .orElseThrow(() -> invalid(name, "must be one of " + List.of(numbers)));
    }

    /**
     * An amount, or a text with one. Its length is limited: reading a million digits, or a large exponent, would take
     * minutes.
     */
    long cents(String name) {
        String text = value(name).asString("");
        try {
            return Money.cents(new BigDecimal(text.length() > LONGEST ? "too long" : text));
        } catch (IllegalArgumentException unfit) {
            throw invalid(name, "must be an amount of at most 2 decimals, from 0 to " + Money.MOST);
        }
    }

    private JsonNode value(String name) {
        JsonNode value = given == null ? null : given.get(name);
        return value == null || value.isNull() ? requireNonNull(defaults.get(name)) : value;
    }

    static ProblemException invalid(String parameter, String reason) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "params." + parameter, reason);
    }

    private static void requireKnown(String name, Set<String> known) {
        if (!known.contains(name)) {
            throw invalid(name, "is not known; this state knows " + known);
        }
    }
}
