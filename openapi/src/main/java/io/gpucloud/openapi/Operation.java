package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An operation of a contract.
 *
 * @param place where it is described
 * @param method HTTP method in capitals
 * @param segments segments of its path below the base path; a variable is in braces
 * @param parameters its parameters, those of its path included
 * @param credentials header names of each way to say who is asking; empty for a public operation, and one of the ways
 *     is empty where it is optional
 */
record Operation(
        Place place, String method, List<String> segments, List<Parameter> parameters, List<Set<String>> credentials) {

    static Operation of(String path, Place item, String method, Place place) {
        return new Operation(
                place, method.toUpperCase(Locale.ROOT), split(path), parameters(item, place), credentials(place));
    }

    boolean isPublic() {
        return credentials.isEmpty();
    }

    boolean matches(String path) {
        List<String> actual = split(path);
        if (actual.size() != segments.size()) {
            return false;
        }
        for (int index = 0; index < actual.size(); index++) {
            if (!isVariable(segments.get(index)) && !segments.get(index).equals(actual.get(index))) {
                return false;
            }
        }
        return true;
    }

    long variables() {
        return segments.stream().filter(Operation::isVariable).count();
    }

    /** The values in a path that {@linkplain #matches matches}; the path may begin with that of the server. */
    Map<String, String> variablesOf(String path) {
        List<String> actual = split(path);
        int offset = actual.size() - segments.size();
        Map<String, String> values = new LinkedHashMap<>();
        for (int index = 0; index < segments.size(); index++) {
            String segment = segments.get(index);
            if (isVariable(segment)) {
                values.put(segment.substring(1, segment.length() - 1), actual.get(offset + index));
            }
        }
        return values;
    }

    Optional<Place> requestBody() {
        return Optional.of(place.at("requestBody")).filter(Place::exists).map(Place::target);
    }

    /** The response documented for a status itself, or for its class. */
    Optional<Place> response(int status) {
        return Stream.of(Integer.toString(status), status / 100 + "XX")
                .map(key -> place.at("responses", key))
                .filter(Place::exists)
                .findFirst()
                .map(Place::target);
    }

    /** The response documented for every other status. */
    Optional<Place> otherResponse() {
        return Optional.of(place.at("responses", "default"))
                .filter(Place::exists)
                .map(Place::target);
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static List<String> split(String path) {
        return List.of(path.split("/", -1));
    }

    private static List<Parameter> parameters(Place item, Place operation) {
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        for (Place owner : List.of(item, operation)) {
            for (Place parameter : owner.at("parameters").children().values()) {
                Parameter read = Parameter.of(parameter.target());
                parameters.put(read.in() + " " + read.name(), read);
            }
        }
        return List.copyOf(parameters.values());
    }

    private static List<Set<String>> credentials(Place operation) {
        Place own = operation.at("security");
        Place effective = own.exists() ? own : new Place(operation.document(), "/security");
        List<Set<String>> ways = new ArrayList<>();
        for (Place way : effective.children().values()) {
            ways.add(way.children().keySet().stream()
                    .map(scheme -> new Place(operation.document(), "/components/securitySchemes").at(scheme))
                    .map(scheme -> scheme.text("type").equals("apiKey") ? scheme.text("name") : "Authorization")
                    .collect(Collectors.toUnmodifiableSet()));
        }
        return List.copyOf(ways);
    }
}
