package io.gpucloud.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenAPI document. This is the only model of the documents in Java: the {@linkplain ContractCheck contract check}
 * and the compatibility kit read the documents through it.
 *
 * @param root the whole document
 * @param basePath the path of the first server, below which the operations are, such as {@code /api/open/v2}
 * @param operations the operations in document order
 */
public record OpenApiDocument(DocumentNode root, String basePath, List<OpenApiOperation> operations) {

    static final JsonMapper JSON = JsonMapper.builder()
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
        DocumentNode root = new DocumentNode(file, document, "", document);
        String basePath = root.at("servers", "0").text("url").replaceFirst("^[a-z]+://[^/]*", "");
        return new OpenApiDocument(root, basePath, operationsOf(root));
    }

    /** {@return the name of the file, such as {@code gpu-cloud-v2.yaml}} */
    public String file() {
        return root.file();
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
     * {@return the operation that a request calls, empty if there is none} If several path templates match, the one
     * with the fewest variables wins.
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
        return path.startsWith(basePath)
                ? operations.stream()
                        .filter(wanted)
                        .filter(operation -> operation.matches(path.substring(basePath.length())))
                : Stream.empty();
    }

    private static List<OpenApiOperation> operationsOf(DocumentNode root) {
        List<OpenApiOperation> operations = new ArrayList<>();
        root.at("paths")
                .children()
                .forEach((path, item) -> item.children()
                        .forEach((method, node) -> operations.add(OpenApiOperation.of(path, method, node))));
        return List.copyOf(operations);
    }

    @Override
    public String toString() {
        return file();
    }
}
