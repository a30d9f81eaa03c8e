package io.gpucloud.openapi;

import java.util.List;
import java.util.Optional;

/**
 * A response of an operation.
 *
 * @param node the Response Object
 */
public record OpenApiResponse(DocumentNode node) {

    /**
     * Returns the documented headers.
     *
     * @return the headers, in document order
     */
    public List<OpenApiParameter> headers() {
        return node.at("headers").children().entrySet().stream()
                .map(header -> OpenApiParameter.ofHeader(
                        header.getKey(), header.getValue().resolved()))
                .toList();
    }

    /**
     * Returns the media types of the body.
     *
     * @return the media types, in document order, empty if the response has no body
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
