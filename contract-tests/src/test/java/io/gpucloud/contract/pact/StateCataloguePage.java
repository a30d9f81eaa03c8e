package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The tables of provider states, for readers of any programming language.
 *
 * @param states the states of the stub, each with the names of the values that it returns
 * @param descriptions the schemas of the values, by name
 */
record StateCataloguePage(JsonNode states, JsonNode descriptions) {

    /** The sections from the heading "Values" to the end of the page. */
    String markdown() {
        Set<String> always = valuesOfAll();
        Set<String> all = new TreeSet<>();
        states.forEach(state -> all.addAll(values(state)));
        return "## Values\n\n| value | meaning | returned by |\n|---|---|---|\n"
                + all.stream()
                        .map(name -> row(code(name), description(name), always.contains(name) ? "all" : "some"))
                        .collect(joining())
                + "\nEach state lists the other values that it returns.\n\n"
                + "## States\n\n| state | effect |\n|---|---|\n"
                + states.valueStream().map(StateCataloguePage::overview).collect(joining())
                + states.valueStream().map(state -> section(state, always)).collect(joining());
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

    /** A row with a link to the section of the state, and the first sentence of its effect. */
    private static String overview(JsonNode state) {
        String name = text(state, "name");
        String anchor =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
        return row("[" + name + "](#" + anchor + ")", text(state, "effect").replaceFirst("(?s)(?<=[.]) .*", ""));
    }

    private static String section(JsonNode state, Set<String> always) {
        String rows = state.path("parameters")
                .valueStream()
                .filter(parameter -> !text(parameter, "name").equals("api_key"))
                .map(parameter -> row(
                        code(text(parameter, "name")),
                        text(parameter, "description"),
                        code(text(parameter, "default"))))
                .collect(joining());
        Stream<String> own = values(state).stream().filter(name -> !always.contains(name));
        String returned = own.map(StateCataloguePage::code).collect(joining(", "));
        return "\n### " + text(state, "name") + "\n\n" + text(state, "effect") + "\n"
                + (rows.isEmpty() ? "" : "\n| parameter | meaning | default |\n|---|---|---|\n" + rows)
                + (returned.isEmpty() ? "" : "\nAlso returns: " + returned + ".\n");
    }

    private String description(String value) {
        return text(descriptions.path(value), "description");
    }

    private static String text(JsonNode node, String member) {
        return node.path(member).asString();
    }

    private static String code(String text) {
        return '`' + text + '`';
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
