package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An example in a contract.
 *
 * @param contract the contract
 * @param place where the example stands
 * @param schema the schema that it has to fit
 * @param value the example itself
 */
record Example(Contract contract, Place place, Place schema, JsonNode value) {

    /** All examples of all contracts: of schemas, of parameters and headers, of requests and responses. */
    static List<Example> all() {
        return Contracts.all().stream()
                .flatMap(contract -> Contracts.places(contract).flatMap(place -> at(contract, place)))
                .toList();
    }

    private static Stream<Example> at(Contract contract, Place place) {
        if (place.node().path("examples").isArray()) {
            return place.own("examples").children().values().stream()
                    .map(example -> new Example(contract, example, place, example.node()));
        }
        if (!place.node().has("schema")) {
            return Stream.empty();
        }
        Stream<Example> single =
                Stream.of(place.at("example")).filter(Place::exists).map(example -> example(contract, place, example));
        Stream<Example> named = place.at("examples").children().entrySet().stream()
                .map(Map.Entry::getValue)
                .map(example -> example(contract, place, example.at("value")));
        return Stream.concat(single, named);
    }

    private static Example example(Contract contract, Place owner, Place example) {
        return new Example(contract, example, owner.at("schema"), example.node());
    }

    @Override
    public String toString() {
        return contract.file() + "#" + place.pointer() + " at " + schema.pointer();
    }
}
