package io.gpucloud.openapi;

import java.util.List;
import java.util.Optional;

/**
 * The request body of an operation.
 *
 * @param node the Request Body Object
 */
public record OpenApiRequestBody(DocumentNode node) {

    /**
     * Returns whether a request must have a body.
     *
     * @return whether the body is required
     */
    public boolean required() {
        return node.flag("required");
    }

    /**
     * Returns the media types of the body.
     *
     * @return the media types, in document order
     */
    public List<OpenApiMediaType> mediaTypes() {
        return OpenApiMediaType.listOf(node);
    }

    /**
     * Returns a media type of the body.
     *
     * @param contentType a content type, case-insensitive, with or without parameters
     * @return the media type, empty if it is not documented
     */
    public Optional<OpenApiMediaType> mediaType(String contentType) {
        return OpenApiMediaType.find(mediaTypes(), contentType);
    }
}
