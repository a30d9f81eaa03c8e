package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A position in a JSON or YAML document, given by its JSON pointer. There may be no value at the position.
 *
 * @param file name of the file, as {@link #location} shows it
 * @param document the whole document, which must not be changed
 * @param pointer JSON pointer of the position, empty for the whole document
 * @param value the value at this position, a missing node if there is none; a reference is not resolved
 */
public record DocumentNode(String file, JsonNode document, String pointer, JsonNode value) {

    /** {@return whether there is a value at this position} */
    public boolean exists() {
        return !value.isMissingNode();
    }

    /**
     * {@return file and JSON pointer for messages, such as
     * {@code gpu-cloud-v2.yaml#/components/schemas/InstanceStatus}}
     */
    public String location() {
        return file + "#" + pointer;
    }

    /** {@return a member of the value as text, empty if there is no such member} A reference is not resolved. */
    public String text(String member) {
        return value.path(member).asString("");
    }

    boolean flag(String member) {
        return value.path(member).asBoolean(false);
    }

    /**
     * {@return a member of the value itself} If the value is a reference, this is a member next to {@code $ref}.
     *
     * @param name name of the member, or index of an array entry
     */
    public DocumentNode child(String name) {
        String step = "/" + escaped(name);
        return new DocumentNode(file, document, pointer + step, value.at(step));
    }

    /**
     * {@return the position that names lead to from here} References are resolved on the way, but not at the end.
     *
     * @param names names of members or indexes of array entries, from the outside in
     */
    public DocumentNode at(String... names) {
        DocumentNode node = this;
        for (String name : names) {
            node = node.resolved().child(name);
        }
        return node;
    }

    /** {@return the position that {@code $ref} points to, this position if there is no {@code $ref}} */
    public DocumentNode resolved() {
        String reference = text("$ref");
        if (reference.isEmpty()) {
            return this;
        }
        String target = reference.substring(1);
        return new DocumentNode(file, document, target, document.at(target)).resolved();
    }

    /**
     * {@return the members or entries of the value by name or index, in document order} A reference at this position is
     * resolved; those of the children are not.
     */
    public Map<String, DocumentNode> children() {
        DocumentNode owner = resolved();
        Map<String, DocumentNode> children = new LinkedHashMap<>();
        for (int index = 0; owner.value().isArray() && index < owner.value().size(); index++) {
            children.put(Integer.toString(index), owner.child(Integer.toString(index)));
        }
        owner.value().propertyNames().forEach(name -> children.put(name, owner.child(name)));
        return children;
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    @Override
    public String toString() {
        return location();
    }
}
