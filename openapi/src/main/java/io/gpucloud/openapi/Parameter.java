package io.gpucloud.openapi;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.StringNode;

/**
 * A value that travels as text: a parameter of an operation, or a header of a response.
 *
 * @param name its name on the wire
 * @param in {@code path}, {@code query}, {@code header} or {@code cookie}
 * @param required whether it has to be there
 * @param place where it is described
 */
record Parameter(String name, String in, boolean required, Place place) {

    static Parameter of(Place place) {
        return new Parameter(place.text("name"), place.text("in"), place.flag("required"), place);
    }

    static Parameter ofHeader(String name, Place place) {
        return new Parameter(name, "header", place.flag("required"), place);
    }

    Place schema() {
        return place.at("schema");
    }

    /** The text as a value of the schema's type; as a text if it is none, which the schema then refuses. */
    JsonNode value(String text) {
        return switch (schema().target().text("type")) {
            case "integer" -> text.matches("-?[0-9]{1,30}") ? integer(text) : StringNode.valueOf(text);
            case "number" -> text.matches("-?[0-9]{1,30}(\\.[0-9]{1,30})?") ? decimal(text) : StringNode.valueOf(text);
            case "boolean" ->
                text.matches("true|false") ? BooleanNode.valueOf(text.equals("true")) : StringNode.valueOf(text);
            default -> StringNode.valueOf(text);
        };
    }

    private static JsonNode integer(String text) {
        return BigIntegerNode.valueOf(new BigInteger(text));
    }

    private static JsonNode decimal(String text) {
        return DecimalNode.valueOf(new BigDecimal(text));
    }
}
