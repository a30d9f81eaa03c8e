package io.gpucloud.stub.pact;

import static java.util.Objects.requireNonNull;

import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import io.gpucloud.stub.json.TextEncoding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The parameters of a provider state. An absent parameter has the default of the catalogue. */
final class StateParameters {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Longer than any valid number. Reading a million digits would take minutes. */
    private static final int LONGEST = 50;

    private final Map<String, JsonNode> values = new LinkedHashMap<>();

    /**
     * Checks the parameters of a state.
     *
     * @throws ProblemException if the state does not have such a parameter, or a text is invalid
     */
    StateParameters(List<ProviderStateParameter> known, @Nullable JsonNode given) {
        known.forEach(parameter -> values.put(parameter.name(), JSON.readTree(parameter._default())));
        if (given != null && !given.isObject() && !given.isNull()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "params", "must be an object");
        }
        if (given != null) {
            given.forEachEntry(this::set);
        }
    }

    private void set(String name, JsonNode value) {
        JsonNode usual = values.get(name);
        if (usual == null) {
            throw invalid(name, "is not known; this state knows " + values.keySet());
        }
        if (value.isString() && !TextEncoding.isWhole(value.stringValue())) {
            throw invalid(name, "must be a text of whole characters");
        }
        if (!value.isNull()) {
            values.put(name, usual.isNumber() && value.isString() ? number(name, value) : value);
        }
    }

    /** The number in a text, because some verifiers send all parameters as texts. */
    private static JsonNode number(String name, JsonNode text) {
        if (text.stringValue().length() > LONGEST) {
            throw invalid(name, "must have at most " + LONGEST + " characters");
        }
        try {
            JsonNode number = JSON.readTree(text.stringValue());
            return number.isNumber() ? number : text;
        } catch (JacksonException unreadable) {
            return text;
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    JsonNode value(String name) {
        return requireNonNull(values.get(name));
    }

    String text(String name) {
        if (!value(name).isString()) {
            throw invalid(name, "must be a string");
        }
        return value(name).stringValue();
    }

    int number(String name, int min, int max) {
        JsonNode value = value(name);
        if (!value.canConvertToInt() || value.intValue() < min || value.intValue() > max) {
            throw invalid(name, "must be an integer from " + min + " to " + max);
        }
        return value.intValue();
    }

    int oneOf(String name, Integer... numbers) {
        return Stream.of(numbers)
                .filter(number -> value(name).asString("").equals(number.toString()))
                .findFirst()
                .orElseThrow(() -> invalid(name, "must be one of " + List.of(numbers)));
    }

    static ProblemException invalid(String parameter, String reason) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "params." + parameter, reason);
    }
}
