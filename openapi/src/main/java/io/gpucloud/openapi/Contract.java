package io.gpucloud.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An OpenAPI document and its operations.
 *
 * @param file name of the file, for people
 * @param document what it says
 * @param basePaths paths of its servers, that of the longest first
 * @param operations its operations, those with the fewest variables in their path first
 */
record Contract(String file, ObjectNode document, List<String> basePaths, List<Operation> operations) {

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** The contract {@code META-INF/openapi/NAME.yaml}, read from its JSON form, which needs no YAML parser. */
    static Contract named(String name) {
        String file = name + ".yaml";
        try (InputStream json = Contract.class.getResourceAsStream("/META-INF/openapi/" + name + ".json")) {
            if (json == null) {
                throw new IllegalArgumentException("there is no contract META-INF/openapi/" + file);
            }
            return of(file, (ObjectNode) JSON.readTree(json));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Contract of(String file, ObjectNode document) {
        Place root = new Place(document, "");
        return new Contract(file, document, basePathsOf(root), operationsOf(root));
    }

    Optional<Operation> operation(String method, String path) {
        return find(path, operation -> operation.method().equals(method));
    }

    /** Whether the path is known, with whatever method. */
    boolean knows(String path) {
        return find(path, any -> true).isPresent();
    }

    /** Where a pointer of this contract is, for people. */
    String cite(String pointer) {
        return file + "#" + pointer;
    }

    private Optional<Operation> find(String path, Predicate<Operation> wanted) {
        return basePaths.stream()
                .filter(path::startsWith)
                .map(base -> path.substring(base.length()))
                .flatMap(below -> operations.stream().filter(wanted).filter(operation -> operation.matches(below)))
                .findFirst();
    }

    private static List<String> basePathsOf(Place root) {
        List<String> paths = root.at("servers").children().values().stream()
                .map(server ->
                        server.text("url").replaceFirst("^[a-z]+://[^/]*", "").replaceFirst("/$", ""))
                .distinct()
                .sorted((one, other) -> other.length() - one.length())
                .toList();
        return paths.isEmpty() ? List.of("") : paths;
    }

    private static List<Operation> operationsOf(Place root) {
        return root.at("paths").children().entrySet().stream()
                .flatMap(path -> path.getValue().children().entrySet().stream()
                        .filter(member -> METHODS.contains(member.getKey()))
                        .map(member ->
                                Operation.of(path.getKey(), path.getValue(), member.getKey(), member.getValue())))
                .sorted((one, other) -> Long.compare(one.variables(), other.variables()))
                .toList();
    }
}
