package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.core.matchers.Mismatch;
import au.com.dius.pact.core.matchers.ResponseMatching;
import au.com.dius.pact.core.model.ContentType;
import au.com.dius.pact.core.model.HttpResponse;
import au.com.dius.pact.core.model.OptionalBody;
import au.com.dius.pact.core.model.V4Interaction.SynchronousHttp;
import au.com.dius.pact.core.model.V4Pact;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Responses with other valid values than those of the stub also fulfil the pact. */
@Tag("ci")
class OtherValuesTest {

    private static final Set<String> AMOUNTS = Set.of(
            "amount balance card_balance face_amount leave_amount sale_price hour day week month year".split(" "));

    /** Built once, because each member is looked for in all of them. */
    private static final List<V4Pact> PACTS =
            Pacts.all().stream().map(Interaction::pact).toList();

    private static JsonNode json(Object value) {
        return JsonMapper.shared().valueToTree(value);
    }

    @TestFactory
    Stream<DynamicTest> fulfilThePact() {
        return Stream.of(
                        with(Map.of("image_tag", json("v1.9"), "pod_tag", json("latest"))),
                        with(Map.of("CUDA", json("12.4 (cu124)"), "Ubuntu", json("22.04 LTS"))),
                        with(Map.of("charging_type", json(10))),
                        with(Map.of("status", json(10)))
                                .filter(test -> test.getDisplayName().endsWith("listGpus: all GPU models")),
                        AMOUNTS.stream().flatMap(amount -> with(Map.of(amount, json(new BigDecimal("1.98765"))))))
                .flatMap(tests -> tests);
    }

    @TestFactory
    Stream<DynamicTest> doNotFulfilItAsStrings() {
        return AMOUNTS.stream()
                .flatMap(amount -> examplesOf(amount)
                        .map(pact -> DynamicTest.dynamicTest(
                                amount + " of " + description(pact),
                                () -> assertThat(mismatches(pact, Map.of(amount, json("1.98"))))
                                        .isNotEmpty())));
    }

    private static Stream<DynamicTest> with(Map<String, JsonNode> values) {
        return values.keySet().stream()
                .flatMap(member -> examplesOf(member)
                        .map(pact -> DynamicTest.dynamicTest(
                                member + " of " + description(pact),
                                () -> assertThat(mismatches(pact, values)).isEmpty())));
    }

    private static Stream<V4Pact> examplesOf(String member) {
        List<V4Pact> pacts = PACTS.stream()
                .filter(pact -> example(pact).contains("\"" + member + "\""))
                .toList();
        assertThat(pacts).as("pacts with " + member).isNotEmpty();
        return pacts.stream();
    }

    private static List<Mismatch> mismatches(V4Pact pact, Map<String, JsonNode> values) {
        JsonNode body = JsonMapper.shared().readTree(example(pact));
        replace(body, values);
        HttpResponse other = interaction(pact).getResponse().copyResponse();
        other.setBody(OptionalBody.body(body.toString(), ContentType.getJSON()));
        return ResponseMatching.responseMismatches(pact, interaction(pact), other);
    }

    /** If the member is a list, its entries are replaced. */
    private static void replace(JsonNode node, Map<String, JsonNode> values) {
        if (node instanceof ObjectNode object) {
            values.forEach((member, value) -> {
                if (object.path(member).isArray()) {
                    object.putArray(member).add(value);
                } else if (object.has(member)) {
                    object.set(member, value);
                }
            });
        }
        node.forEach(inner -> replace(inner, values));
    }

    private static String example(V4Pact pact) {
        return interaction(pact).getResponse().getBody().valueAsString();
    }

    private static String description(V4Pact pact) {
        return interaction(pact).getDescription();
    }

    private static SynchronousHttp interaction(V4Pact pact) {
        return (SynchronousHttp) pact.getInteractions().get(0);
    }
}
