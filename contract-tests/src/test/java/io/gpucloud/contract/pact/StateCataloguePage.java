package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The catalogue of provider states as a page for readers of any programming language. */
final class StateCataloguePage {

    private static final String HEAD = """
            # Provider states

            A provider state is the state of an account that a contract test needs before its request: for example, an account with
            three bills, or an expired key. A pact names the state, and a verifier calls the stub to set it up before each interaction.
            To add and verify a pact, see [Write and verify pacts](../how-to/pacts.md).

            This page is generated from the response to `GET /__admin/pact/provider-states`, and a test compares the two.
            [stub-admin-v1.yaml](../../openapi/stub-admin-v1.yaml) describes all of `/__admin`.

            ## Setting up a state

            ```sh
            curl -s -H 'Content-Type: application/json' http://localhost:8080/__admin/pact/provider-states -d '{"state": "the account has bills of a channel", "params": {"count": 5, "charge_channel": 2}}'
            # "api_key":
            ```

            - A state describes records by their properties. It changes one account only.
              The exceptions are the states with the parameter `operation`: an operation without a key has no account, so the fault
              applies to the next caller of the operation, and stays until then. Verify those states one at a time, and remove
              remaining faults with `DELETE /__admin/faults`.
            - The clock of the stub continues to run: a created instance runs after 20 s, an instance that is shutting down is shut
              down after 10 s, and an upload ends after 30 s. `--stub.clock.frozen=true` stops the clock.
            - Every state has the parameter `api_key`: the key of the account, by default `"demo-key"`. A key `tenant-NAME` (NAME: 1
              to 64 of `a-z`, `0-9` and `-`) opens its own account, so that verifications can run at the same time. A key without an
              account is rejected with HTTP 404. More tenants or response faults than allowed are rejected with HTTP 409.
            - An absent parameter has its default. Integers and amounts may be strings. A parameter that the state does not have, or a
              value out of its range, is rejected with HTTP 422, and `member` names it.
            - An empty name means `an account as it opens`. An unknown name is rejected with HTTP 422. The message lists the nearest
              name and all others.
            - A state with `"action": "setup"`, which verifiers send, adds to the states that were set up with it since the last request with the
              key, so that several states of one interaction hold together. Any other state starts from the beginning, and so does the next one
              after `"action": "teardown"`, which does nothing else. The journal must keep requests: with `stub.limits.journal=0` send no action.
            - The response is HTTP 200 with values for the generators of Pact ("from provider state"), because identifiers are not known
              in advance. Write `Bearer ${api_key}` or `${instance_uuid}`, and the verifier inserts the value. The values
              under "Also returns" exist if the parameters have their defaults. If the parameters leave no bill or no
              recharge, its number is missing.

            """;

    private final StateCatalogue catalogue;
    private final JsonNode descriptions;

    /** A page. */
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
        return "## Values\n\n| value | meaning | returned by |\n|---|---|---|\n"
                + all.stream()
                        .map(name -> row(code(name), description(name), always.contains(name) ? "all" : "some"))
                        .collect(joining())
                + "\nEach state lists the other values that it returns.\n\n";
    }

    private String states() {
        return "## States\n\n| state | effect |\n|---|---|\n"
                + catalogue.states().stream().map(StateCataloguePage::overview).collect(joining())
                + catalogue.states().stream().map(this::state).collect(joining());
    }

    /** A row with a link to the section of the state, and the first sentence of its effect. */
    private static String overview(StateCatalogue.State state) {
        String anchor = state.name()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 -]", "")
                .replace(' ', '-');
        return row("[" + state.name() + "](#" + anchor + ")", state.effect().replaceFirst("(?s)(?<=[.]) .*", ""));
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
                : "\nAlso returns: "
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
