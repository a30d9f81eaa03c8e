package io.gpucloud.openapi;

import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A value that is sent as text: a parameter of an operation or a header of a response.
 *
 * @param name its name in the request or response
 * @param in {@code path}, {@code query}, {@code header} or {@code cookie}
 * @param required whether it must be present
 * @param node the Parameter Object or Header Object
 */
public record OpenApiParameter(String name, String in, boolean required, DocumentNode node) {

    /**
     * The form of the values of a type as a text. An integer has decimal digits only, unlike in JSON, where 1.0 and 1e3
     * are integers as well. The length of numbers is limited, because the time to read them grows faster.
     */
    private static final Map<String, Pattern> LITERALS = Map.of(
            "integer", Pattern.compile("-?(0|[1-9][0-9]{0,29})"),
            "number", Pattern.compile("-?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?"),
            "boolean", Pattern.compile("true|false"));

    static OpenApiParameter of(DocumentNode node) {
        return new OpenApiParameter(node.text("name"), node.text("in"), node.flag("required"), node);
    }

    static OpenApiParameter ofHeader(String name, DocumentNode node) {
        return new OpenApiParameter(name, "header", node.flag("required"), node);
    }

    /** {@return the schema of the value} */
    public OpenApiSchema schema() {
        return new OpenApiSchema(node.at("schema"));
    }

    /**
     * The value that a text stands for. It is a text itself if the schema wants one, and if it is no literal of the
     * type of the schema.
     */
    JsonNode value(String text) {
        Pattern literal = LITERALS.get(schema().type());
        return literal != null && literal.matcher(text).matches()
                ? OpenApiDocument.JSON.readTree(text)
                : StringNode.valueOf(text);
    }
}
