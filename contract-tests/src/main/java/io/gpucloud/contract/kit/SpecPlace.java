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
public record SpecPlace(Spec spec, String pointer) {

    /**
     * What stands here.
     *
     * @return the value, missing if there is none; a reference stays what it is
     */
    public JsonNode node() {
        return spec.document().at(pointer);
    }

    /**
     * Whether anything stands here.
     *
     * @return whether it does
     */
    public boolean exists() {
        return !node().isMissingNode();
    }

    /**
     * Where this is, for people.
     *
     * @return file and JSON pointer
     */
    public String cite() {
        return spec.cite(pointer);
    }

    /**
     * A member of this very place, which may be a reference with members of its own beside it.
     *
     * @param name name of the member, or its index
     * @return its place
     */
    public SpecPlace child(String name) {
        return new SpecPlace(spec, pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
    }

    /**
     * The place below this one that names lead to. References are followed.
     *
     * @param names names of members, from the outermost
     * @return the place, which may not exist
     */
    public SpecPlace at(String... names) {
        SpecPlace place = target();
        for (String name : names) {
            place = place.child(name).target();
        }
        return place;
    }

    /**
     * The place that a reference here leads to.
     *
     * @return the place; this one if there is no reference
     */
    public SpecPlace target() {
        String reference = node().path("$ref").asString("");
        return reference.isEmpty() ? this : new SpecPlace(spec, reference.substring(1)).target();
    }

    /**
     * A member of what stands here, beside a reference or behind it.
     *
     * @param name name of the member
     * @return its value, if there is one
     */
    public Optional<JsonNode> keyword(String name) {
        JsonNode own = node().path(name);
        JsonNode found = own.isMissingNode() ? target().node().path(name) : own;
        return found.isMissingNode() ? Optional.empty() : Optional.of(found);
    }

    /**
     * The same as a text.
     *
     * @param name name of the member
     * @return its value, empty if there is none
     */
    public String text(String name) {
        return keyword(name).map(JsonNode::asString).orElse("");
    }

    /**
     * What lies here; references stay what they are.
     *
     * @return places by name or index, in order
     */
    public Map<String, SpecPlace> children() {
        SpecPlace owner = target();
        Map<String, SpecPlace> children = new LinkedHashMap<>();
        owner.node().propertyNames().forEach(name -> children.put(name, owner.child(name)));
        for (int index = 0; owner.node().isArray() && index < owner.node().size(); index++) {
            children.put(Integer.toString(index), owner.child(Integer.toString(index)));
        }
        return children;
    }

    /**
     * The members that the schema here declares, those of its parts too.
     *
     * @return their schemas by name, in order
     */
    public Map<String, SpecPlace> properties() {
        Map<String, SpecPlace> properties = new LinkedHashMap<>();
        at("allOf").children().values().forEach(part -> properties.putAll(part.properties()));
        properties.putAll(at("properties").children());
        return properties;
    }

    /**
     * Whether the schema here, or a part of it, demands a member.
     *
     * @param member name of the member
     * @return whether it does
     */
    public boolean requires(String member) {
        return at("required")
                        .node()
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals(member))
                || at("allOf").children().values().stream().anyMatch(part -> part.requires(member));
    }
}
