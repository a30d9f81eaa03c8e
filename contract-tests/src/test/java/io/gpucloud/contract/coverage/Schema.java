package io.gpucloud.contract.coverage;

import io.gpucloud.contract.kit.SpecOperation;
import io.gpucloud.contract.kit.SpecPlace;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * A schema of the contract, as far as coverage looks at it.
 *
 * @param place where it stands
 */
record Schema(SpecPlace place) {

    /** The schema of what an operation answers with success. */
    static Schema ofSuccess(SpecOperation operation) {
        return new Schema(operation.place().at("responses", "200", "content", "application/json", "schema"));
    }

    /** All that there is to be seen of values of this schema. */
    void sights(String operation, String path, Consumer<Sight> sink) {
        place.properties().forEach((name, property) -> {
            String member = path + "/" + name;
            if (!place.requires(name)) {
                sink.accept(new Sight(operation, member, Sight.What.PRESENT));
                sink.accept(new Sight(operation, member, Sight.What.ABSENT));
            }
            new Schema(property).inner(operation, member, sink);
        });
    }

    private void inner(String operation, String path, Consumer<Sight> sink) {
        // `server_url` has no type, but the pacts show it as a list that is filled and as one that is empty.
        if (place.text("type").equals("array")
                || place.keyword("x-lenient-list").isPresent()) {
            sink.accept(new Sight(operation, path, Sight.What.FILLED));
            sink.accept(new Sight(operation, path, Sight.What.EMPTY));
            items().sights(operation, path + "[]", sink);
        } else {
            sights(operation, path, sink);
        }
    }

    /** What is to be seen of a value. */
    void look(String operation, String path, JsonNode value, Consumer<Sight> sink) {
        place.properties().forEach((name, property) -> {
            Schema schema = new Schema(property);
            String member = path + "/" + name;
            JsonNode found = value.path(name);
            boolean absent = found.isMissingNode() || found.isNull();
            sink.accept(new Sight(operation, member, absent ? Sight.What.ABSENT : Sight.What.PRESENT));
            if (found.isArray()) {
                sink.accept(new Sight(operation, member, found.isEmpty() ? Sight.What.EMPTY : Sight.What.FILLED));
                found.forEach(entry -> schema.items().look(operation, member + "[]", entry, sink));
            } else if (!absent) {
                schema.look(operation, member, found, sink);
            }
        });
    }

    private Schema items() {
        return new Schema(place.at("items"));
    }
}
