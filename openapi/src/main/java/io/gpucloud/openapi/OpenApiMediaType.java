package io.gpucloud.openapi;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A media type of a request body or a response.
 *
 * @param name the media type, such as {@code application/json}
 * @param node the Media Type Object
 */
public record OpenApiMediaType(String name, DocumentNode node) {

    static List<OpenApiMediaType> listOf(DocumentNode owner) {
        return owner.at("content").children().entrySet().stream()
                .map(entry -> new OpenApiMediaType(entry.getKey(), entry.getValue()))
                .toList();
    }

    static Optional<OpenApiMediaType> find(List<OpenApiMediaType> mediaTypes, String contentType) {
        String name = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return mediaTypes.stream()
                .filter(mediaType -> mediaType.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /**
     * Returns the schema of the body.
     *
     * @return the schema
     */
    public OpenApiSchema schema() {
        return new OpenApiSchema(node.at("schema"));
    }

    /**
     * Returns the named examples of the body.
     *
     * @return the Example Objects, with references resolved, in document order
     */
    public List<DocumentNode> examples() {
        return node.at("examples").children().values().stream()
                .map(DocumentNode::resolved)
                .toList();
    }
}
