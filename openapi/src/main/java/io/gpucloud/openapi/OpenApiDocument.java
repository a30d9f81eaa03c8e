package io.gpucloud.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenAPI document. This is the only model of the documents in Java: the {@linkplain ContractCheck contract check} and the
 * compatibility kit read the documents through it.
 *
 * @param root the whole document
 * @param basePaths paths of the servers, the longest first; one empty path if the document names no server
 * @param operations the operations in document order
 */
public record OpenApiDocument(DocumentNode root, List<String> basePaths, List<OpenApiOperation> operations) {

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /**
     * {@return one of the documents of this jar, loaded from its JSON form, which needs no YAML parser}
     *
     * @param name name of the file in {@code META-INF/openapi}, without {@code .yaml}, such as {@code gpu-cloud-v2}
     * @throws IllegalArgumentException if there is no such document
     */
    public static OpenApiDocument load(String name) {
        String file = name + ".yaml";
        try (InputStream json = OpenApiDocument.class.getResourceAsStream("/META-INF/openapi/" + name + ".json")) {
            if (json == null) {
                throw new IllegalArgumentException("there is no contract META-INF/openapi/" + file);
            }
            return of(file, JSON.readTree(json));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static OpenApiDocument of(String file, JsonNode document) {
        DocumentNode root = DocumentNode.root(file, document);
        return new OpenApiDocument(root, basePathsOf(root), operationsOf(root));
    }

    /** {@return the name of the file, such as {@code gpu-cloud-v2.yaml}} */
    public String file() {
        return root.file();
    }

    /**
     * {@return the path below which the operations are, such as {@code /api/open/v2}} It is the longest one of several
     * servers.
     */
    public String basePath() {
        return basePaths.get(0);
    }

    /**
     * {@return an operation by its id}
     *
     * @param id its {@code operationId}
     * @throws IllegalArgumentException if there is no such operation
     */
    public OpenApiOperation operation(String id) {
        return operations.stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no operation " + id + " in " + file()));
    }

    /**
     * {@return whether there is an operation with an id}
     *
     * @param id an {@code operationId}
     */
    public boolean hasOperation(String id) {
        return operations.stream().anyMatch(operation -> operation.id().equals(id));
    }

    /**
     * {@return the operation that a request calls, empty if there is none} If several path templates match, the one with the fewest
     * variables wins.
     *
     * @param method the HTTP method
     * @param path the path with the base path, without query
     */
    public Optional<OpenApiOperation> findOperation(String method, String path) {
        return operationsAt(path, operation -> operation.method().equals(method))
                .min(Comparator.comparingLong(OpenApiOperation::pathVariableCount));
    }

    /** Whether there is an operation at the path, with any method. */
    boolean hasPath(String path) {
        return operationsAt(path, any -> true).findAny().isPresent();
    }

    private Stream<OpenApiOperation> operationsAt(String path, Predicate<OpenApiOperation> wanted) {
        return basePaths.stream()
                .filter(path::startsWith)
                .map(base -> path.substring(base.length()))
                .flatMap(below -> operations.stream().filter(wanted).filter(operation -> operation.matches(below)));
    }

    private static List<String> basePathsOf(DocumentNode root) {
        List<String> paths = root.at("servers").children().values().stream()
                .map(server -> url(server).replaceFirst("^[a-z]+://[^/]*", "").replaceFirst("/$", ""))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return paths.isEmpty() ? List.of("") : paths;
    }

    /** The URL of a server with the default values of its variables. */
    private static String url(DocumentNode server) {
        String url = server.text("url");
        for (Map.Entry<String, DocumentNode> variable :
                server.at("variables").children().entrySet()) {
            url = url.replace("{" + variable.getKey() + "}", variable.getValue().text("default"));
        }
        return url;
    }

    private static List<OpenApiOperation> operationsOf(DocumentNode root) {
        return root.at("paths").children().entrySet().stream()
                .flatMap(path -> path.getValue().children().entrySet().stream()
                        .filter(member -> METHODS.contains(member.getKey()))
                        .map(member -> OpenApiOperation.of(
                                path.getKey(), path.getValue(), member.getKey(), member.getValue())))
                .toList();
    }

    @Override
    public String toString() {
        return file();
    }
}
