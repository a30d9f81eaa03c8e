package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A contract as data, read from its JSON form.
 *
 * @param name name of the contract, without {@code .yaml}
 * @param basePath path at which its operations begin
 * @param document the whole document
 * @param operations its operations by their id, in the order of the document
 */
public record Spec(String name, String basePath, JsonNode document, Map<String, SpecOperation> operations) {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

    /** The contract of the service. */
    public static final Spec PUBLIC = named("gpu-cloud-v2", "/api/open/v2");

    /** The contract of the administration of our stub. */
    public static final Spec ADMINISTRATION = named("stub-admin-v1", "");

    /**
     * The operation of a method and a path below the base path.
     *
     * @param method the HTTP method
     * @param path the path, without query
     * @return the operation, if there is one
     */
    public Optional<SpecOperation> operation(String method, String path) {
        return operations.values().stream()
                .filter(operation -> operation.method().equals(method) && operation.matches(path))
                .findFirst();
    }

    SpecOperation operation(String id) {
        return Objects.requireNonNull(operations.get(id), () -> "no operation " + id);
    }

    /** Where a pointer of this contract is, for people. */
    String cite(String pointer) {
        return name + ".yaml#" + pointer;
    }

    /** The schema, parameter or response that a reference leads to, at its pointer. */
    SpecPlace at(String pointer) {
        return new SpecPlace(this, pointer).target();
    }

    private static Spec named(String name, String basePath) {
        try (InputStream json = Spec.class.getResourceAsStream("/META-INF/openapi/" + name + ".json")) {
            Map<String, SpecOperation> operations = new LinkedHashMap<>();
            Spec spec = new Spec(name, basePath, JsonMapper.shared().readTree(json), operations);
            for (Map.Entry<String, SpecPlace> path :
                    new SpecPlace(spec, "/paths").children().entrySet()) {
                path.getValue().children().forEach((method, place) -> {
                    if (METHODS.contains(method)) {
                        SpecOperation operation = SpecOperation.of(method, path.getKey(), place);
                        operations.put(operation.id(), operation);
                    }
                });
            }
            return spec;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
