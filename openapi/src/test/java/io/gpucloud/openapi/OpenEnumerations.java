package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Compares the values of open enumerations with those that were released. A client knows the values by their meaning, so one
 * that is taken away breaks it, although the schema allows as much as before; no tool sees that in responses.
 */
final class OpenEnumerations {

    private static final String VALUES = "x-extensible-enum";

    private OpenEnumerations() {}

    /** Which values are gone, and from where; none, if the present contract has another major version. */
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
