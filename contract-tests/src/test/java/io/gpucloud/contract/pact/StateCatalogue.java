package io.gpucloud.contract.pact;

import io.gpucloud.contract.support.StubHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The provider states of a running stub, and the values that it returns for each.
 *
 * @param states the states, in the order of the stub
 */
record StateCatalogue(List<State> states) {

    /** The parameter of all states that names the account. */
    static final String API_KEY = "api_key";

    /** A provider state. */
    record State(String name, String effect, List<Parameter> parameters, Set<String> values) {}

    /** A parameter of a state. */
    record Parameter(String name, String description, String value) {}

    private static final String PROVIDER_STATES = "/pact/provider-states";

    /** Sets up every state once in the account of a key, and records the returned values. */
    static StateCatalogue of(StubHttp stub, String apiKey) {
        List<State> states = new ArrayList<>();
        for (JsonNode state : stub.administer("GET", PROVIDER_STATES, "").path("states")) {
            String name = state.path("name").asString();
            JsonNode values =
                    stub.administer("POST", PROVIDER_STATES, setUp(name, apiKey).toString());
            states.add(new State(
                    name, state.path("effect").asString(), parameters(state), new TreeSet<>(values.propertyNames())));
        }
        return new StateCatalogue(List.copyOf(states));
    }

    /** Names of the values that every state returns. */
    Set<String> valuesOfAll() {
        Set<String> shared = new TreeSet<>(states.get(0).values());
        states.forEach(state -> shared.retainAll(state.values()));
        return shared;
    }

    ObjectNode json() {
        ObjectNode catalogue = JsonNodeFactory.instance.objectNode();
        states.forEach(state -> {
            ObjectNode json = catalogue.withArray("states").addObject();
            json.put("name", state.name()).put("effect", state.effect()).putArray("parameters");
            state.parameters()
                    .forEach(parameter -> json.withArray("parameters")
                            .addObject()
                            .put("name", parameter.name())
                            .put("description", parameter.description())
                            .put("default", parameter.value()));
            state.values().forEach(json.putArray("values")::add);
        });
        return catalogue;
    }

    private static JsonNode setUp(String state, String apiKey) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("state", state).putObject("params").put(API_KEY, apiKey);
        return body;
    }

    private static List<Parameter> parameters(JsonNode state) {
        return Stream.of(state.path("parameters"))
                .flatMap(JsonNode::valueStream)
                .map(parameter -> new Parameter(
                        parameter.path("name").asString(),
                        parameter.path("description").asString(),
                        parameter.path("default").asString()))
                .toList();
    }
}
