package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Compares the values of open enumerations with the released ones. A removed value breaks clients that know its meaning, although the
 * schema still allows it. Other tools do not detect that in responses.
 */
final class OpenEnumerations {

    private static final String VALUES = "x-extensible-enum";

    private OpenEnumerations() {}

    /** The removed values and their places; none if the contract has a new major version. */
    static List<String> removed(OpenApiDocument released, OpenApiDocument present) {
        if (!major(released).equals(major(present))) {
            return List.of();
        }
        Map<String, List<JsonNode>> left = values(present);
        return values(released).entrySet().stream()
                .flatMap(enumeration -> removed(enumeration, left.getOrDefault(enumeration.getKey(), List.of())))
                .toList();
    }

    private static Stream<String> removed(Map.Entry<String, List<JsonNode>> released, List<JsonNode> left) {
        return released.getValue().stream()
                .filter(value -> !left.contains(value))
                .map(value -> released.getKey() + " has no value " + value + " any more");
    }

    private static Map<String, List<JsonNode>> values(OpenApiDocument contract) {
        Map<String, List<JsonNode>> values = new TreeMap<>();
        Contracts.places(contract).forEach(place -> {
            JsonNode listed = place.value().path(VALUES);
            if (listed.isArray()) {
                values.put(place.pointer(), listed.valueStream().toList());
            }
        });
        return values;
    }

    private static String major(OpenApiDocument contract) {
        return contract.root().value().at("/info/version").asString().split("\\.", -1)[0];
    }
}
