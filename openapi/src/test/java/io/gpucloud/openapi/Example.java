package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** An example in a contract. */
record Example(OpenApiDocument contract, DocumentNode node, DocumentNode schema, JsonNode value) {

    /** All examples of all contracts: of schemas, of parameters and headers, of requests and responses. */
    static List<Example> all() {
        return Contracts.all().stream()
                .flatMap(contract -> Contracts.places(contract).flatMap(node -> at(contract, node)))
                .toList();
    }

    private static Stream<Example> at(OpenApiDocument contract, DocumentNode node) {
        if (node.value().path("examples").isArray()) {
            return node.child("examples").children().values().stream()
                    .map(example -> new Example(contract, example, node, example.value()));
        }
        if (!node.value().has("schema")) {
            return Stream.empty();
        }
        Stream<Example> single = Stream.of(node.at("example"))
                .filter(DocumentNode::exists)
                .map(example -> example(contract, node, example));
        Stream<Example> named = node.at("examples").children().entrySet().stream()
                .map(Map.Entry::getValue)
                .map(example -> example(contract, node, example.at("value")));
        return Stream.concat(single, named);
    }

    private static Example example(OpenApiDocument contract, DocumentNode owner, DocumentNode example) {
        return new Example(contract, example, owner.at("schema"), example.value());
    }

    @Override
    public String toString() {
        return contract.file() + "#" + node.pointer() + " at " + schema.pointer();
    }
}
