package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gpucloud.openapi.DocumentNode;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiSchema;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.state.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SeedReaderTest {

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource("seed.schema.json"));

    private static String resource(String name) {
        return content("/seed/" + name);
    }

    private static String content(String name) {
        try (InputStream stream = SeedReaderTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Seeds read(String json) {
        return SeedReaders.READER.read(json.getBytes(UTF_8));
    }

    /** A seed with every possible member. */
    private static final String FULL = """
            {"pods": [{"uuid": "p", "title": "P", "remark": "R", "pod_tag": ["1"],
                       "price": {"hour": 1, "day": 2, "week": 3, "month": 4, "year": 5}}],
             "gpus": [{"gpu_uuid": "g", "gpu_name": "G", "price": {"hour": 1.5}, "stock": 3}],
             "market_images": [{"uuid": "m", "size": 5, "created_at": 6, "updated_at": 7,
                                "components": {"Ubuntu": "1", "CUDA": "2", "Python": "3",
                                               "PyTorch": "4", "TensorFlow": "5", "PaddlePaddle": "6"}}],
             "accounts": {"default": {
               "recharges": [{"amount": 9, "trade_offset": "-PT2S", "pay_offset": "-PT1S"}],
               "cards": [{"title": "C", "face_amount": 10, "leave_amount": 10, "sale_price": 8,
                          "bind_offset": "PT0S", "valid_days": 1, "pods": ["p"]}],
               "bills": [{"amount": 0, "charge_channel": 1,
                          "settle_start_offset": "-PT2S", "settle_end_offset": "-PT1S"}],
               "images": [{"title": "I", "remark": "R", "save_image_status": 2, "create_offset": "-PT5S",
                           "pod_uuid": "p", "pod_tag": "1"}],
               "instances": [{"pod_uuid": "p", "pod_tag": "1", "gpu_uuid": "g", "gpu_nums": 2, "title": "T",
                              "status": 2, "create_offset": "-PT5S"}],
               "clock": {"now": 5, "frozen": true, "speed": 2.5},
               "faults": [{"operation": "createInstanceByPod", "status": 500, "code": 1, "msg": "M", "retry_after": 2,
                           "delay_ms": 5, "effect": "respond", "times": 1, "until": 7, "probability": 0.5},
                          {"path": "/p", "status": 400, "body": "B"},
                          {"effect": "list_lag", "seconds": 3, "for_seconds": 4}]}}}
            """;

    /** A seed with one error. */
    private record Spoiled(String what, String at, String json) {}

    /**
     * For each member of the seed: the seed without it, with another value of it, and with an unknown member next to
     * it.
     */
    private static List<Spoiled> spoiled(JsonNode seed) {
        List<Spoiled> all = new ArrayList<>();
        spoil(seed, seed, "", all);
        return all;
    }

    private static String verdict(Spoiled seed) {
        try {
            return "read " + read(seed.json());
        } catch (InvalidJsonException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static void spoil(JsonNode seed, JsonNode node, String path, List<Spoiled> all) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                String member = path.isEmpty() ? name : path + "." + name;
                object.remove(name);
                all.add(new Spoiled(member + " is missing", member, seed.toString()));
                for (String other : List.of("-1", "\"\"", "\"x\"", "1.5", "true", "[]", "{}", "99")) {
                    object.set(name, JsonMapper.shared().readTree(other));
                    all.add(new Spoiled(member + " is " + other, member, seed.toString()));
                }
                object.set(name, value);
                spoil(seed, value, member, all);
            }
            if (!path.equals("accounts")) {
                object.put("colour", "red");
                String member = path.isEmpty() ? "colour" : path + ".colour";
                all.add(new Spoiled(member + " is there", member, seed.toString()));
                object.remove("colour");
            }
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            spoil(seed, node.get(i), path + "[" + i + "]", all);
        }
    }

    private static boolean fitsTheSchema(String json) {
        return SCHEMA.validate(json, InputFormat.JSON).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"SeedFault, FaultCreation", "SeedClock, ClockSetting"})
    void theSchemaHasTheFaultsAndClocksOfTheAdministration(String inSeed, String inAdministration) {
        DocumentNode admin = OpenApiDocument.load("stub-admin-v1").root().at("components", "schemas");
        JsonNode schema = JsonMapper.shared().readTree(resource("seed.schema.json"));
        Set<String> members =
                new OpenApiSchema(admin.at(inAdministration)).properties().keySet();
        JsonNode seeded = schema.at("/$defs/" + inSeed + "/properties");

        assertThat(seeded.propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        members.stream().filter(name -> !name.equals("api_key")).toList());
        if (seeded.has("effect")) {
            assertThat(seeded.at("/effect/enum"))
                    .isEqualTo(admin.at("FaultEffect", "enum").value());
        }
    }

    @Nested
    class TheSeedsOfTheStub {

        @ParameterizedTest
        @ValueSource(strings = {"default.json", "empty.json"})
        void canBeReadAndFitTheSchema(String name) {
            assertThat(fitsTheSchema(resource(name))).isTrue();
            assertThat(read(resource(name)).catalog().gpus()).isNotEmpty();
        }

        @Test
        void offerTheCatalogOfTheDocuments() {
            Catalog catalog = read(resource("default.json")).catalog();
            Catalog.Gpu first = catalog.gpus().get(0);
            assertThat(first.stock()).isNull();
            assertThat(first.price().hour()).isEqualTo(198);
            assertThat(catalog.gpus()).anyMatch(gpu -> Objects.equals(gpu.stock(), 0));
            assertThat(catalog.gpus()).anyMatch(gpu -> gpu.price().day() == null);
            assertThat(catalog.content().pods())
                    .allMatch(pod ->
                            pod.title().chars().filter(Character::isLetter).count() >= 5);
            assertThat(catalog.content().images().get(0).components().cuda()).isNotNull();
        }

        @Test
        void areTheSameCatalogForDefaultAndEmpty() {
            assertThat(read(resource("empty.json")).catalog().content())
                    .isEqualTo(read(resource("default.json")).catalog().content());
            assertThat(read(resource("empty.json")).accounts()).isEmpty();
        }
    }

    @Nested
    class ASeedOfAUser {

        @Test
        void mayLeaveOutOptionalMembers() {
            String json = """
                    {"$schema": "seed.schema.json",
                     "pods": [{"uuid": "p", "title": "P", "pod_tag": ["2", "1"], "price": {"hour": 1}}],
                     "gpus": [{"gpu_uuid": "g", "gpu_name": "G", "price": {"hour": 1.5}}],
                     "accounts": {"default": {
                       "cards": [{"title": "C", "face_amount": 10, "bind_offset": "PT0S", "valid_days": 1}],
                       "images": [{"title": "base"}],
                       "instances": [{"pod_uuid": "p", "gpu_uuid": "g", "gpu_nums": 2}]}}}
                    """;
            assertThat(fitsTheSchema(json)).isTrue();
            AccountSeed account = Objects.requireNonNull(read(json).accounts().get("default"));
            assertThat(account.cards().get(0).leaveCents()).isEqualTo(1_000);
            assertThat(account.instances().get(0).source().imageTag()).isEqualTo("2");
            assertThat(account.instances().get(0).title()).isEqualTo("P");
        }

        @Test
        void mayHaveOnlyAccountsForTheDefaultCatalog() {
            Seeds seeds = read("{\"accounts\":{\"default\":{}}}");
            assertThat(seeds.catalog().content())
                    .isEqualTo(read(resource("default.json")).catalog().content());
            assertThat(read("{\"pods\":[]}").catalog().gpus()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                []|must be an object
                {"pots":[]}|pots: is not known; did you mean pods? Known are: $schema, pods, gpus, market_images, accounts
                {"pods":{}}|pods: must be an array
                {"pods":[{"uuid":5}]}|pods[0].uuid: must be a string
                {"pods":[{"uuid":"p"}]}|pods[0].title: is required
                {"pods":[{"uuid":"p","title":"P","pod_tag":[],"price":{"hour":1}}]}|pods[0].pod_tag: needs at least one tag
                {"gpus":[{"gpu_uuid":"g","gpu_name":"G","price":{"hour":-1}}]}|gpus[0].price.hour: must not be negative
                {"gpus":[{"gpu_uuid":"g","gpu_name":"G","price":{"hour":"1"}}]}|gpus[0].price.hour: must be a number
                {"gpus":[{"gpu_uuid":"g","gpu_name":"G","price":{"hour":1},"stock":1.5}]}|gpus[0].stock: must be an integer
                {"accounts":{"default":{"recharges":[{"amount":1,"trade_offset":"soon"}]}}}|accounts.default.recharges[0].trade_offset: must be a duration such as -P1DT12H
                {"accounts":{"default":{"bills":[{"amount":1,"charge_channel":3,"settle_start_offset":"PT0S","settle_end_offset":"PT0S"}]}}}|accounts.default.bills[0].charge_channel: must be at most 2
                {"accounts":{"default":{"images":[{"title":"t","save_image_status":4}]}}}|accounts.default.images[0].save_image_status: must be at most 3
                {"accounts":{"default":{"clock":{"now":"noon"}}}}|accounts.default.clock.now: must be an integer
                {"accounts":{"default":{"clock":{"speed":0}}}}|accounts.default.clock.speed: must be above 0
                {"accounts":{"default":{"faults":[{"status":500},{"status":199}]}}}|accounts.default.faults[1].status: must be at least 200
                {"accounts":{"default":{"faults":[{"status":500,"api_key":"tenant-a"}]}}}|accounts.default.faults[0].api_key: is not allowed in a seed, whose faults belong to its account
                {"accounts":{"default":{"faults":[7]}}}|accounts.default.faults[0]: must be an object
                """)
        void isRejectedByTheSchemaAndByTheReaderWithPlaceAndReason(String json, String message) {
            assertThat(fitsTheSchema(json)).isFalse();
            assertThatThrownBy(() -> read(json))
                    .isInstanceOf(InvalidJsonException.class)
                    .hasMessage(message);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                {"gpus":[{"gpu_uuid":"g","gpu_name":"G","price":{"hour":1.999}}]}|gpus[0].price.hour: must have at most 2 decimals
                {"accounts":{"default":{"instances":[{"gpu_uuid":"g","gpu_nums":1}]}}}|accounts.default.instances[0].gpu_uuid: names no GPU model of the seed
                {"accounts":{"a":{"instances":[{"gpu_uuid":"gpu-l40s","gpu_nums":1}]}}}|accounts.a.instances[0]: needs either pod_uuid or image_uuid
                {"accounts":{"a":{"instances":[{"pod_uuid":"pod-comfyui","image_uuid":"none","gpu_uuid":"gpu-l40s","gpu_nums":1}]}}}|accounts.a.instances[0]: needs either pod_uuid or image_uuid
                {"accounts":{"default":{"cards":[{"title":"C","face_amount":1,"leave_amount":2,"bind_offset":"PT0S","valid_days":1}]}}}|accounts.default.cards[0].leave_amount: is more than face_amount
                {"accounts":{"a":{"images":[{"title":"t"},{"title":"u"},{"title":"t"}]}}}|accounts.a.images[2].title: occurs twice
                {"accounts":{"a":{"cards":[{"title":"C","face_amount":1,"bind_offset":"PT0S","valid_days":1,"pods":["p"]}]}}}|accounts.a.cards[0].pods[0]: names no pod of the seed
                {"accounts":{"a":{"faults":[{"operation":"createInstance","status":500}]}}}|accounts.a.faults[0].operation: must be one of [createInstanceByPod]
                {"accounts":{"a":{"faults":[{"times":1}]}}}|accounts.a.faults[0]: one of status, code, body, delay_ms and effect must be there
                {"accounts":{"a":{"bills":[{"amount":1,"charge_channel":1,"settle_start_offset":"PT0S","settle_end_offset":"PT0S"}]}}}|accounts.a: bills of channel 1 are more than the recharges: 100 cents of 0
                """)
        void isRejectedByTheReaderIfItsPartsContradictEachOther(String json, String message) {
            assertThatThrownBy(() -> read(json))
                    .isInstanceOf(InvalidJsonException.class)
                    .hasMessage(message);
        }

        @Test
        void isRejectedByTheReaderWheneverTheSchemaRejectsIt() {
            assertThat(fitsTheSchema(FULL)).isTrue();
            assertThat(read(FULL).accounts()).hasSize(1);
            List<Spoiled> unfit = spoiled(JsonMapper.shared().readTree(FULL)).stream()
                    .filter(seed -> !fitsTheSchema(seed.json()))
                    .toList();
            assertThat(unfit).hasSizeGreaterThan(400);
            assertThat(unfit.stream()
                            .filter(seed -> !verdict(seed).startsWith(seed.at()))
                            .map(seed -> seed.what() + ", and the reader says: " + verdict(seed)))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/bills/0/charge_channel",
                    "/images/0/save_image_status",
                    "/instances/0/gpu_nums",
                    "/instances/0/status"
                })
        void mayHaveOnlyTheNumbersOfTheSchema(String member) {
            JsonPointer at = JsonPointer.compile("/accounts/default" + member);
            List<Spoiled> seeds = IntStream.rangeClosed(0, 30)
                    .mapToObj(number -> {
                        JsonNode seed = JsonMapper.shared().readTree(FULL);
                        ((ObjectNode) seed.at(at.head())).put(at.last().getMatchingProperty(), number);
                        return new Spoiled(member + " is " + number, "accounts", seed.toString());
                    })
                    .toList();
            assertThat(seeds)
                    .anyMatch(seed -> fitsTheSchema(seed.json()))
                    .allSatisfy(seed -> assertThat(fitsTheSchema(seed.json()))
                            .as("%s, and the reader says: %s", seed.what(), verdict(seed))
                            .isEqualTo(verdict(seed).startsWith("read ")));
        }

        @Test
        void isRejectedWithTheLineIfItIsNotJson() {
            assertThatThrownBy(() -> read("{\n  \"pods\": [,]\n}"))
                    .isInstanceOf(InvalidJsonException.class)
                    .hasMessage("pods: not valid JSON at line 2, column 12");
            assertThatThrownBy(() -> read("{\"gpus\": [{}]} {}")).hasMessage("not one valid JSON value");
        }

        @Test
        void isRejectedBeyondTheLimitsOfJson() {
            assertThatThrownBy(() -> read("{\"pods\":" + "1".repeat(1_001) + "}"))
                    .isInstanceOf(InvalidJsonException.class)
                    .hasMessage("nested too deeply, or a number or a name is too long");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                gpus          | gpu_uuid | {"gpu_uuid":"g","gpu_name":"G","price":{"hour":1}}
                pods          | uuid     | {"uuid":"p","title":"P","pod_tag":["1"],"price":{"hour":1}}
                market_images | uuid     | {"uuid":"m","components":{},"size":1,"created_at":1,"updated_at":1}
                """)
        void mustNotNameAnObjectTwice(String list, String member, String entry) {
            assertThatThrownBy(() -> read("{\"%s\":[%s,%s]}".formatted(list, entry, entry)))
                    .isInstanceOf(InvalidJsonException.class)
                    .hasMessage(list + "[1]." + member + ": occurs twice");
            assertThatThrownBy(() -> read("{\"%s\":[],\"%s\":[]}".formatted(list, list)))
                    .isInstanceOf(InvalidJsonException.class);
        }
    }
}
