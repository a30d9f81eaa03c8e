package io.gpucloud.openapi;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
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

    /** A number in JSON. Its length is limited, because the time to read it grows faster. */
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?");

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

    /** Converts text to the type of the schema. Text that does not fit the type stays text, which the schema then rejects. */
    JsonNode value(String text) {
        return switch (schema().type()) {
            case "integer" -> integer(text);
            case "number" -> NUMBER.matcher(text).matches() ? decimal(text) : StringNode.valueOf(text);
            case "boolean" ->
                text.matches("true|false") ? BooleanNode.valueOf(text.equals("true")) : StringNode.valueOf(text);
            default -> StringNode.valueOf(text);
        };
    }

    /** A number whose fraction is zero is an integer, as in a body. */
    private static JsonNode integer(String text) {
        boolean whole = NUMBER.matcher(text).matches()
                && new BigDecimal(text).stripTrailingZeros().scale() <= 0;
        return whole ? BigIntegerNode.valueOf(new BigDecimal(text).toBigInteger()) : StringNode.valueOf(text);
    }

    private static JsonNode decimal(String text) {
        return DecimalNode.valueOf(new BigDecimal(text));
    }
}
