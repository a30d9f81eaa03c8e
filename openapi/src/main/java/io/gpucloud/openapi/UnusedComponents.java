package io.gpucloud.openapi;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The components of a document to which nothing refers. */
final class UnusedComponents {

    private UnusedComponents() {}

    /** Removes those of some kinds, such as {@code schemas}, until each of the rest is used. */
    static void remove(ObjectNode document, Set<String> kinds) {
        boolean removed = true;
        while (removed) {
            removed = false;
            Set<String> used = new HashSet<>(document.findValuesAsString("$ref"));
            for (String kind : kinds) {
                String place = "#/components/" + kind + "/";
                removed |= document.at("/components/" + kind)
                        .propertyNames()
                        .removeIf(name -> !used.contains(place + name));
            }
        }
    }
}
