package io.gpucloud.openapi;

import java.util.List;

/**
 * A media type of a request body or a response.
 *
 * @param name the media type, such as {@code application/json}
 * @param node the Media Type Object
 */
public record OpenApiMediaType(String name, DocumentNode node) {

    /** {@return the schema of the body} */
    public OpenApiSchema schema() {
        return new OpenApiSchema(node.at("schema"));
    }

    /** {@return the named examples of the body, with references resolved, in document order} */
    public List<DocumentNode> examples() {
        return node.at("examples").children().values().stream()
                .map(DocumentNode::resolved)
                .toList();
    }
}
