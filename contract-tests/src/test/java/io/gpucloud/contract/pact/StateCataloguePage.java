package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.joining;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The catalogue of provider states as a page for readers of any programming language. */
final class StateCataloguePage {

    private static final String HEAD = """
            # Provider states

            A provider state is what a contract test takes for granted before it asks: that an account has three bills, that
            a key has expired. A pact names the state, and a verifier has the stub set it up before each interaction. How to
            add a pact and verify it: see [Write and verify pacts](../how-to/pacts.md).

            This page is made from what the stub answers to `GET /__admin/pact/provider-states`, and a test compares the two. All of
            `/__admin` is described in [stub-admin-v1.yaml](../../openapi/stub-admin-v1.yaml).

            ## Setting up a state

            ```sh
            curl -s -H 'Content-Type: application/json' http://localhost:8080/__admin/pact/provider-states -d '{"state": "the account has bills of a channel", "params": {"count": 5, "charge_channel": 2}}'
            # "api_key":
            ```

            - A state names things by what they are, and never depends on the state before: it puts one account where it says,
              and no other. The exceptions are the states with the parameter `operation`: an
              operation that needs no key has no account, so the fault meets whoever asks for it next, and stays until then.
              Verify those one at a time; `DELETE /__admin/faults` removes what was left.
            - The clock of the stub is not moved, and runs on: an instance that is created runs after 20 s, one that is shutting down is
              down after 10 s, an upload ends after 30 s. `--stub.clock.frozen=true` keeps them as they are.
            - Every state has the parameter `api_key`: the key that opens the account, by default `"demo-key"`. A key
              `tenant-NAME` (NAME: 1 to 64 of `a-z`, `0-9` and `-`) opens an account of its own at once, so that verifications
              can run at the same time. A key that opens no account is HTTP 404;
              as many tenants, or answer faults, as there may be are HTTP 409.
            - A parameter that is left out has its default. Integers and amounts may come as texts. A parameter that the state
              does not know, or a value out of its range, is HTTP 422 and named in `member`.
            - An empty name means `an account as it opens`. An unknown name is HTTP 422, with the nearest name and all others.
            - `"action": "teardown"` is accepted and does nothing: the next state begins anew by itself.
            - The answer is HTTP 200 with values for the generators of Pact, "from provider state": what the stub has made
              cannot be known before. Write `Bearer ${api_key}` or `${instance_uuid}`, and the verifier puts the value there. The values
              listed under "Answers besides" are there when the parameters have their defaults; if the parameters leave no bill or no
              recharge, its number is missing.

            """;

    private final StateCatalogue catalogue;
    private final JsonNode descriptions;

    /**
     * A page.
     *
     * @param catalogue the catalogue
     * @param descriptions the schemas of the values by name, with their descriptions
     */
    StateCataloguePage(StateCatalogue catalogue, JsonNode descriptions) {
        this.catalogue = catalogue;
        this.descriptions = descriptions;
    }

    String markdown() {
        return HEAD + values() + states();
    }

    private String values() {
        Set<String> always = catalogue.valuesOfAll();
        Set<String> all = new TreeSet<>(always);
        catalogue.states().forEach(state -> all.addAll(state.values()));
        return "## Values\n\n| value | meaning | answered by |\n|---|---|---|\n"
                + all.stream()
                        .map(name -> row(code(name), description(name), always.contains(name) ? "all" : "some"))
                        .collect(joining())
                + "\nWhich state answers the others is told with the state.\n\n";
    }

    private String states() {
        return "## States\n" + catalogue.states().stream().map(this::state).collect(joining());
    }

    private String state(StateCatalogue.State state) {
        return "\n### " + state.name() + "\n\n" + state.effect() + "\n" + parameters(state) + own(state);
    }

    private static String parameters(StateCatalogue.State state) {
        String rows = state.parameters().stream()
                .filter(parameter -> !parameter.name().equals(StateCatalogue.API_KEY))
                .map(parameter -> row(code(parameter.name()), parameter.description(), code(parameter.value())))
                .collect(joining());
        return rows.isEmpty() ? "" : "\n| parameter | meaning | default |\n|---|---|---|\n" + rows;
    }

    private String own(StateCatalogue.State state) {
        Set<String> own = new TreeSet<>(state.values());
        own.removeAll(catalogue.valuesOfAll());
        return own.isEmpty()
                ? ""
                : "\nAnswers besides: "
                        + own.stream().map(StateCataloguePage::code).collect(joining(", ")) + ".\n";
    }

    private String description(String value) {
        return descriptions.path(value).path("description").asString();
    }

    private static String code(String text) {
        return '`' + text + '`';
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
