package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A place in a contract.
 *
 * @param document the whole contract
 * @param pointer JSON pointer of the place
 */
record Place(JsonNode document, String pointer) {

    JsonNode node() {
        return document.at(pointer);
    }

    boolean exists() {
        return !node().isMissingNode();
    }

    String text(String member) {
        return node().path(member).asString("");
    }

    boolean flag(String member) {
        return node().path(member).asBoolean(false);
    }

    /** The place below this one that the names lead to. References are followed on the way, but not at its end. */
    Place at(String... names) {
        Place place = this;
        for (String name : names) {
            place = place.target().own(name);
        }
        return place;
    }

    /** A member of this very place, which may be a reference with members of its own beside it. */
    Place own(String name) {
        return new Place(document, pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
    }

    /** The place that a reference here leads to; this one if there is none. */
    Place target() {
        String reference = text("$ref");
        return reference.isEmpty() ? this : new Place(document, reference.substring(1)).target();
    }

    /** What lies below, by member or by index, in order. */
    Map<String, Place> children() {
        Place target = target();
        Map<String, Place> children = new LinkedHashMap<>();
        if (target.node().isArray()) {
            for (int index = 0; index < target.node().size(); index++) {
                children.put(Integer.toString(index), target.at(Integer.toString(index)));
            }
        }
        target.node().propertyNames().forEach(name -> children.put(name, target.at(name)));
        return children;
    }
}
