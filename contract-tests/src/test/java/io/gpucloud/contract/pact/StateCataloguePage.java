package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.joining;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The tables of provider states, for readers of any programming language.
 *
 * @param states the states of the stub, each with the names of the values that it returns
 */
record StateCataloguePage(JsonNode states) {

    /** The sections from the heading "States" to the end of the page. */
    String markdown() {
        return "## States\n\nA provider returns " + codes(valuesOfAll().stream())
                + " for every state.\n**Passing** states end by themselves, so the request must follow soon.\n\n"
                + "| state | effect | what a provider has to do | parameters, with defaults |\n|---|---|---|---|\n"
                + states.valueStream()
                        .filter(state -> state.has("provider"))
                        .map(state -> row(name(state), text(state, "effect"), preparation(state), parametersOf(state)))
                        .collect(joining())
                + "\n## Only the stub can\n\n"
                + "These states replace the next response. Leave them out of a pact that other providers verify. An operation"
                + " without a\nkey has no account, so a state with the parameter `operation` applies to the next caller of"
                + " that operation.\nVerify such states one at a time.\n\n"
                + "| state | effect | parameters, with defaults |\n|---|---|---|\n"
                + states.valueStream()
                        .filter(state -> !state.has("provider"))
                        .map(state -> row(name(state), text(state, "effect"), parametersOf(state)))
                        .collect(joining())
                + "\n## Parameters\n\n| parameter | meaning |\n|---|---|\n"
                + states.valueStream()
                        .flatMap(StateCataloguePage::parameters)
                        .map(parameter -> row(code(text(parameter, "name")), text(parameter, "description")))
                        .distinct()
                        .collect(joining());
    }

    /** Names of the values that every state returns. */
    Set<String> valuesOfAll() {
        Set<String> shared = values(states.get(0));
        states.forEach(state -> shared.retainAll(values(state)));
        return shared;
    }

    private static Set<String> values(JsonNode state) {
        Set<String> values = new TreeSet<>();
        state.path("values").forEach(name -> values.add(name.asString()));
        return values;
    }

    private static String name(JsonNode state) {
        return text(state, "name");
    }

    private static String preparation(JsonNode state) {
        return text(state, "provider") + (state.path("passing").booleanValue() ? " **Passing.**" : "");
    }

    private static String parametersOf(JsonNode state) {
        return codes(parameters(state).map(parameter -> text(parameter, "name") + "=" + text(parameter, "default")));
    }

    /** The parameters that not all states have. */
    private static Stream<JsonNode> parameters(JsonNode state) {
        return state.path("parameters")
                .valueStream()
                .filter(parameter -> !text(parameter, "name").equals("api_key"));
    }

    private static String text(JsonNode node, String member) {
        return node.path(member).asString();
    }

    private static String codes(Stream<String> texts) {
        return texts.map(StateCataloguePage::code).collect(joining(", "));
    }

    private static String code(String text) {
        return '`' + text + '`';
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
