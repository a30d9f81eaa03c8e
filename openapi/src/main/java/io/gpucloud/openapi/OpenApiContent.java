package io.gpucloud.openapi;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The body and the headers of a request or a response.
 *
 * @param node the Request Body Object or Response Object
 */
public record OpenApiContent(DocumentNode node) {

    /** {@return whether a request must have a body} */
    public boolean required() {
        return node.flag("required");
    }

    /** {@return the documented headers of a response, in document order} */
    public List<OpenApiParameter> headers() {
        return node.at("headers").children().entrySet().stream()
                .map(header -> OpenApiParameter.ofHeader(
                        header.getKey(), header.getValue().resolved()))
                .toList();
    }

    /** {@return the media types of the body, in document order, empty if there is no body} */
    public List<OpenApiMediaType> mediaTypes() {
        return node.at("content").children().entrySet().stream()
                .map(entry -> new OpenApiMediaType(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * {@return a media type of the body, empty if it is not documented}
     *
     * @param contentType a content type, case-insensitive, with or without parameters
     */
    public Optional<OpenApiMediaType> mediaType(String contentType) {
        String name = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return mediaTypes().stream()
                .filter(mediaType -> mediaType.name().equalsIgnoreCase(name))
                .findFirst();
    }
}
