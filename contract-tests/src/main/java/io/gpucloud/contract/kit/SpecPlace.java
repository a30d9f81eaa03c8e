package io.gpucloud.contract.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A place in a contract.
 *
 * @param spec the contract
 * @param pointer JSON pointer of the place
 */
record SpecPlace(Spec spec, String pointer) {

    JsonNode node() {
        return spec.document().at(pointer);
    }

    boolean exists() {
        return !node().isMissingNode();
    }

    String cite() {
        return spec.cite(pointer);
    }

    SpecPlace child(String name) {
        return new SpecPlace(spec, pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
    }

    /** The place below this one that the names lead to; references are followed. */
    SpecPlace at(String... names) {
        SpecPlace place = target();
        for (String name : names) {
            place = place.child(name).target();
        }
        return place;
    }

    SpecPlace target() {
        String reference = node().path("$ref").asString("");
        return reference.isEmpty() ? this : new SpecPlace(spec, reference.substring(1)).target();
    }

    /** A member of the schema here, beside a reference or behind it. */
    Optional<JsonNode> keyword(String name) {
        JsonNode own = node().path(name);
        JsonNode found = own.isMissingNode() ? target().node().path(name) : own;
        return found.isMissingNode() ? Optional.empty() : Optional.of(found);
    }

    String text(String name) {
        return keyword(name).map(JsonNode::asString).orElse("");
    }

    /** What lies here by name or index, in order; references stay what they are. */
    Map<String, SpecPlace> children() {
        SpecPlace owner = target();
        Map<String, SpecPlace> children = new LinkedHashMap<>();
        owner.node().propertyNames().forEach(name -> children.put(name, owner.child(name)));
        for (int index = 0; owner.node().isArray() && index < owner.node().size(); index++) {
            children.put(Integer.toString(index), owner.child(Integer.toString(index)));
        }
        return children;
    }

    /** The members that the schema here declares, those of its parts too. */
    Map<String, SpecPlace> properties() {
        Map<String, SpecPlace> properties = new LinkedHashMap<>();
        at("allOf").children().values().forEach(part -> properties.putAll(part.properties()));
        properties.putAll(at("properties").children());
        return properties;
    }

    /** Whether the schema here demands a member. */
    boolean requires(String member) {
        return at("required")
                        .node()
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals(member))
                || at("allOf").children().values().stream().anyMatch(part -> part.requires(member));
    }
}
