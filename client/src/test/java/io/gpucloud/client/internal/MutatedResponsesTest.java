package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.Paged;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each member of each documented list is made absent, null, and one value of every other JSON type, one after the
 * other.
 */
class MutatedResponsesTest extends ClientTestBase {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final OpenApiDocument CONTRACT = OpenApiDocument.load("gpu-cloud-v2");

    /** Reads all records of a list, and returns how many could be read and how many could not. */
    private static final Map<String, Function<GpuCloudClient, Integer>> LISTS = Map.of(
            "listInstances", client -> count(client.instances().list()),
            "listGpus", client -> count(client.gpus().list()),
            "listPrivateImages", client -> count(client.images().privateImages()),
            "listPods", client -> count(client.pods().list()),
            "listMarketImages", client -> count(client.images().market()),
            "listCards", client -> count(client.billing().cards()),
            "listBills", client -> count(client.billing().bills()),
            "listRecharges", client -> count(client.billing().recharges()));

    private static int count(Listing<?> listing) {
        assertThat(listing.unreadableRecords()).hasSize(listing.unreadable()).doesNotContain("");
        return listing.size() + listing.unreadable();
    }

    private static int count(Paged<?> paged) {
        return count(paged.page(1).items());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listInstances",
                "listGpus",
                "listPrivateImages",
                "listPods",
                "listMarketImages",
                "listCards",
                "listBills",
                "listRecharges"
            })
    void noListFailsForAMemberOfARecordOrOfThePaging(String operation) {
        OpenApiSchema envelope = schema(operation);
        ObjectNode valid = (ObjectNode) sample(envelope);
        AtomicReference<JsonNode> body = new AtomicReference<>(valid);
        List<JsonNode> mutants = mutants(valid);
        server.respond(request -> Reply.json(200, Objects.toString(body.get())));
        for (JsonNode mutant : mutants) {
            body.set(mutant);
            assertThat(Objects.requireNonNull(LISTS.get(operation)).apply(client))
                    .as(mutant.toString())
                    .isEqualTo(2);
        }
        assertThat(mutants).hasSizeGreaterThan(30);
    }

    /** Only the identifier and the status are required; without them the create request has an unknown outcome. */
    @Test
    void noCreateFailsForAnOptionalMember() {
        ObjectNode valid = (ObjectNode) sample(schema("createInstanceByPod"));
        AtomicReference<JsonNode> body = new AtomicReference<>(valid);
        server.respond(request -> Reply.json(200, Objects.toString(body.get())));
        List<String> optional = new ArrayList<>(List.copyOf(((ObjectNode) valid.path("data")).propertyNames()));
        optional.removeAll(List.of("instance_uuid", "status"));
        for (String member : optional) {
            for (JsonNode value : values()) {
                ObjectNode mutant = valid.deepCopy();
                ((ObjectNode) mutant.path("data")).set(member, value);
                body.set(mutant);
                assertThat(client.instances().create(TestClients.POD_SPEC).instanceUuid())
                        .as(mutant.toString())
                        .isEqualTo(valid.path("data").path("instance_uuid").asString());
            }
        }
    }

    private static OpenApiSchema schema(String operation) {
        return CONTRACT.operation(operation)
                .response(200)
                .flatMap(response -> response.mediaType("application/json"))
                .orElseThrow()
                .schema();
    }

    /** A value with all members; lists of records have two elements. */
    private static JsonNode sample(OpenApiSchema schema) {
        if (!schema.properties().isEmpty()) {
            ObjectNode object = JSON.createObjectNode();
            schema.properties().forEach((name, property) -> object.set(name, sample(property)));
            return object;
        }
        if (schema.type().equals("array") && !schema.items().properties().isEmpty()) {
            return JSON.createArrayNode().add(sample(schema.items())).add(sample(schema.items()));
        }
        return schema.keyword("examples").orElseThrow().path(0);
    }

    private static List<JsonNode> values() {
        return List.of(
                JSON.nullNode(),
                JSON.getNodeFactory().stringNode(""),
                JSON.getNodeFactory().stringNode("text"),
                JSON.getNodeFactory().numberNode(7),
                JSON.getNodeFactory().numberNode(1.5),
                JSON.getNodeFactory().numberNode(Long.MAX_VALUE),
                JSON.getNodeFactory().booleanNode(true),
                JSON.getNodeFactory().booleanNode(false),
                JSON.createArrayNode(),
                JSON.createArrayNode().add(JSON.createObjectNode().put("a", 1)),
                JSON.createObjectNode(),
                JSON.createObjectNode().set("a", JSON.createArrayNode().add(1)));
    }

    /**
     * All bodies that differ from a valid one in one member: below the list for records, else directly in {@code data}.
     */
    private static List<JsonNode> mutants(ObjectNode valid) {
        List<JsonNode> mutants = new ArrayList<>();
        ObjectNode data = (ObjectNode) valid.path("data");
        for (String member : data.propertyNames()) {
            if (data.path(member).isArray()) {
                ArrayNode records = (ArrayNode) data.path(member);
                forEachMutant(records.get(0), record -> {
                    ObjectNode body = valid.deepCopy();
                    ((ArrayNode) body.path("data").path(member)).set(0, record);
                    mutants.add(body);
                });
            } else {
                forEachMember(
                        data, member, changed -> mutants.add(valid.deepCopy().set("data", changed)));
            }
        }
        forEachMember(valid, "msg", mutants::add);
        return mutants;
    }

    private static void forEachMutant(JsonNode value, Consumer<JsonNode> sink) {
        values().forEach(sink);
        if (value instanceof ObjectNode object) {
            for (String member : object.propertyNames()) {
                ObjectNode without = object.deepCopy();
                without.remove(member);
                sink.accept(without);
                forEachMutant(
                        object.path(member),
                        changed -> sink.accept(object.deepCopy().set(member, changed)));
            }
        } else if (value instanceof ArrayNode array) {
            forEachMutant(array.get(0), changed -> {
                ArrayNode copy = array.deepCopy();
                copy.set(0, changed);
                sink.accept(copy);
            });
        }
    }

    private static void forEachMember(ObjectNode owner, String member, Consumer<ObjectNode> sink) {
        ObjectNode without = owner.deepCopy();
        without.remove(member);
        sink.accept(without);
        for (JsonNode value : values()) {
            ObjectNode changed = owner.deepCopy();
            changed.set(member, value);
            sink.accept(changed);
        }
    }
}
