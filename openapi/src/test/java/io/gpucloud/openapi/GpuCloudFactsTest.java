package io.gpucloud.openapi;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The facts of the documentation of the service, listed again, so that an edit of the contract cannot lose one
 * unnoticed.
 */
class GpuCloudFactsTest {

    private static final OpenApiDocument CONTRACT = OpenApiDocument.load("gpu-cloud-v2");
    private static final DocumentNode ROOT = CONTRACT.root();

    @Nested
    class TheOperations {

        @Test
        void thereAre18Operations() {
            assertThat(operations().map(GpuCloudFactsTest::line)).containsExactlyInAnyOrder("""
                    POST /instance/create_by_pod createInstanceByPod
                    POST /instance/create_by_image createInstanceByImage
                    GET /instance/list listInstances
                    POST /instance/startup startInstance
                    POST /instance/restart restartInstance
                    POST /instance/shutdown_timer setShutdownTimer
                    POST /instance/update_title updateInstanceTitle
                    POST /instance/save_image saveInstanceImage
                    POST /instance/destroy destroyInstance
                    GET /image/market/list listMarketImages
                    GET /image/private/list listPrivateImages
                    POST /image/private/delete deletePrivateImage
                    GET /pod/list listPods
                    GET /gpu/list listGpus
                    GET /balance/info getBalance
                    GET /card/list listCards
                    GET /bill/list listBills
                    GET /recharge/list listRecharges
                    """.split("\n"));
        }

        @Test
        void operationsWithoutAKeyArePublic() {
            assertThat(operations().filter(OpenApiOperation::isPublic).map(GpuCloudFactsTest::id))
                    .containsExactlyInAnyOrder("listMarketImages", "listPods");
        }

        @Test
        void haveTheStatusesThatAreDocumented() {
            assertThat(operations())
                    .allSatisfy(operation -> assertThat(operation.responses().keySet())
                            .containsSubsequence("200", "400", "401", "404", "429", "500"));
        }

        @Test
        void unreleasedOperationsAreDrafts() {
            assertThat(operations()
                            .filter(operation ->
                                    operation.node().text("x-stability-level").equals("draft"))
                            .map(GpuCloudFactsTest::id))
                    .containsExactly("updateInstanceTitle");
        }

        @Test
        void pathsAreBelowTheVersion() {
            assertThat(CONTRACT.basePath()).isEqualTo("/api/open/v2");
        }

        @Test
        void operationsHaveTheseParameters() {
            assertThat(operations()
                            .filter(operation -> !operation.parameters().isEmpty())
                            .map(operation -> id(operation)
                                    + operation.parameters().stream()
                                            .map(GpuCloudFactsTest::line)
                                            .collect(joining())))
                    .containsExactlyInAnyOrder(
                            "listMarketImages page:integer page_size:integer cuda_version:string python_version:string",
                            "listPods page:integer page_size:integer name:string",
                            "listCards page:integer page_size:integer",
                            "listBills page:string page_size:string charge_channel:integer order_number:string",
                            "listRecharges page:string page_size:string trade_number:string");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            InstanceStatus  | 1 2 21 22
            SaveImageStatus | 1 2 3
            ChargeChannel   | 1 2
            ChargeChannelFilter | 1 2
            ResultCode      | 0 1 2 -1 -2
            """)
    void openEnumerationsHaveTheDocumentedValues(String schema, String values) {
        assertThat(texts(schema(schema).at("x-extensible-enum"))).isEqualTo(values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ChargingType", "GpuStatus"})
    void enumerationsWithoutDocumentedValuesAreEmpty(String schema) {
        assertThat(schema(schema).at("x-extensible-enum").exists()).isFalse();
        assertThat(texts(schema(schema).at("x-unspecified"))).isEqualTo("values");
    }

    @Test
    void onlyTheNumberOfGpusToCreateIsClosed() {
        assertThat(Contracts.places(CONTRACT)
                        .filter(place -> place.value().path("enum").isArray())
                        .map(DocumentNode::pointer))
                .containsExactly("/components/schemas/GpuCount");
        assertThat(texts(schema("GpuCount").at("enum"))).isEqualTo("1 2 4 8");
    }

    /**
     * Optional members have a question mark. The rule for records is in the description of the contract: members that
     * are documented as present are required, and those without which the rest is useless.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NewInstanceFromPod   | pod_uuid pod_tag? gpu_uuid gpu_nums
            NewInstanceFromImage | image_uuid gpu_uuid gpu_nums
            InstanceReference    | instance_uuid
            ShutdownTimer        | instance_uuid shutdown_time enable
            TitleUpdate          | instance_uuid title?
            ImageSave            | instance_uuid image_name? remark?
            ImageReference       | image_uuid
            Instance             | instance_uuid status title? create_time? start_time? save_image_status? \
            charging_type? shutdown_regular? image_uuid? image_name? image_tag? gpu_uuid? gpu_name? gpu_nums? \
            server_url?
            ShutdownRegular      | shutdown_time? enable?
            Pod                  | title? uuid remark? pod_tag? price?
            Price                | hour? day? week? month? year?
            GpuModel             | gpu_name? gpu_uuid status? price?
            MarketImage          | uuid components? size? created_at? updated_at?
            ImageComponents      | CUDA? PaddlePaddle? PyTorch? Python? TensorFlow? Ubuntu?
            PrivateImage         | title? uuid remark? layer_count? size? pod_uuid? pod_tag? save_image_status? \
            create_time?
            Card                 | uuid title? card_no? face_amount? leave_amount? sale_price? bind_time? bind_txt? \
            expire_date? valid_days? status_txt? pods?
            CardPod              | uuid title?
            Bill                 | amount? charge_channel? order_number order_time? settle_start_time? \
            settle_end_time? remark?
            Recharge             | amount? trade_time? pay_time? trade_number
            Balance              | balance card_balance?
            Envelope             | code msg
            ErrorBody            | code msg? message? data?
            ErrorData            | error? details? field?
            InstanceList         | instance_list
            MarketImageList      | image_list total? page? page_size?
            PrivateImageList     | image_list total?
            PodList              | pod_list total?
            GpuList              | gpu_list total?
            CardList             | card_list total?
            BillList             | order_list total?
            RechargeList         | recharge_list total?
            """)
    void schemasHaveTheseMembers(String schema, String members) {
        assertThat(members(schema)).containsExactly(members.replace("?", "").split(" +"));
        assertThat(texts(schema(schema).at("required")))
                .isEqualTo(Stream.of(members.split(" +"))
                        .filter(name -> !name.endsWith("?"))
                        .collect(joining(" ")));
    }

    @Test
    void listedInstancesAlsoHaveTitleAndAddresses() {
        JsonNode items = schema("InstanceList")
                .at("properties", "instance_list", "items")
                .value();
        assertThat(items.path("required").valueStream().map(JsonNode::asString)).containsExactly("title", "server_url");
    }

    /**
     * An array of strings, or null. The documented "empty or falsy" also covers values that would leave generated
     * clients without a type: only a strict check rejects them.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []         | true  | true
            ["a", "b"] | true  | true
            null       | true  | true
            false      | false | true
            0          | false | true
            ""         | false | true
            42         | false | false
            true       | false | false
            {}         | false | false
            "a"        | false | false
            [1]        | false | false
            """)
    void addressesAreAnArrayOfStringsOrNull(String form, boolean valid, boolean tolerated) {
        String body = "{\"code\":0,\"msg\":\"\",\"data\":{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2,"
                + "\"title\":\"t\",\"server_url\":" + form + "}]}}";
        assertThat(accepts(Strictness.STRICT, body)).isEqualTo(valid);
        assertThat(accepts(Strictness.LENIENT, body)).isEqualTo(tolerated);
        assertThat(schema("ServerUrls").text("description"))
                .contains("\"empty or falsy\"", "absent", "`false`, 0 and an empty string");
    }

    private static boolean accepts(Strictness strictness, String body) {
        Response response =
                Response.of(200).header("Content-Type", "application/json").body(body);
        return ContractCheck.of(CONTRACT, strictness)
                .response(Request.of("GET", "/api/open/v2/instance/list"), response)
                .stream()
                .noneMatch(finding -> finding.toString().contains("/server_url"));
    }

    @Test
    void membersOfErrorDataHaveNoTypes() {
        assertThat(schema("ErrorData").at("properties").children().values())
                .allMatch(member -> member.text("type").isEmpty());
    }

    @Test
    void aTitleHasAtMost50Characters() {
        DocumentNode title = schema("TitleUpdate").at("properties", "title");
        assertThat(title.value().get("maxLength").asInt()).isEqualTo(50);
    }

    @Test
    void constraintsAreDocumentedOrMarkedAsAssumed() {
        List<String> keywords = List.of(
                "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems");
        assertThat(Contracts.places(CONTRACT)
                        .flatMap(place -> keywords.stream()
                                .filter(keyword -> place.value().has(keyword))
                                .filter(keyword -> place.value()
                                        .path("x-assumed")
                                        .valueStream()
                                        .noneMatch(assumed -> assumed.asString().equals(keyword)))
                                .map(keyword -> place.pointer() + " " + keyword)))
                .containsExactlyInAnyOrder(
                        "/components/headers/RetryAfter/schema minimum",
                        "/components/parameters/Page/schema minimum",
                        "/components/schemas/NewInstanceFromPod/properties/pod_uuid minLength",
                        "/components/schemas/TitleUpdate/properties/title maxLength");
    }

    @Test
    void constraintsAreMarkedOnlyWhereTheyAre() {
        assertThat(Contracts.places(CONTRACT)
                        .filter(place -> place.value().path("x-assumed").isArray()))
                .hasSizeGreaterThan(10)
                .allMatch(place -> place.value()
                        .get("x-assumed")
                        .valueStream()
                        .allMatch(keyword -> place.value().has(keyword.asString())));
    }

    @Test
    void pagesStartAt1() {
        DocumentNode parameters = ROOT.at("components", "parameters");
        assertThat(parameters.at("Page", "schema", "minimum").value().asInt()).isEqualTo(1);
        assertThat(List.of("BillPage", "RechargePage")).allSatisfy(page -> {
            String pattern = parameters.at(page, "schema").text("pattern");
            assertThat("1").matches(pattern);
            assertThat("0").doesNotMatch(pattern);
        });
    }

    @Test
    void onlyTheParametersOfBillsAreDocumentedAsOptional() {
        assertThat(operations()
                        .flatMap(operation -> operation.parameters().stream()
                                .filter(parameter -> !texts(parameter.node().at("x-unspecified"))
                                        .contains("whether it may be left out"))
                                .map(parameter -> operation.id() + " " + parameter.name())))
                .containsExactly(
                        "listBills page", "listBills page_size", "listBills charge_channel", "listBills order_number");
    }

    @Test
    void noParameterHasADefault() {
        assertThat(Contracts.places(CONTRACT)
                        .filter(place -> place.pointer().endsWith("/schema")
                                || place.pointer().startsWith("/components/schemas"))
                        .filter(place -> place.value().has("default")))
                .isEmpty();
    }

    private static Stream<OpenApiOperation> operations() {
        return CONTRACT.operations().stream();
    }

    private static String id(OpenApiOperation operation) {
        return operation.id();
    }

    private static String line(OpenApiOperation operation) {
        return operation.method() + " " + operation.path() + " " + id(operation);
    }

    private static String line(OpenApiParameter parameter) {
        return " " + parameter.name() + ":" + parameter.schema().type() + (parameter.required() ? "!" : "");
    }

    private static DocumentNode schema(String name) {
        return ROOT.at("components", "schemas", name);
    }

    private static Stream<String> members(String schema) {
        return List.copyOf(schema(schema).at("properties").children().keySet()).stream();
    }

    private static String texts(DocumentNode array) {
        return StreamSupport.stream(array.value().spliterator(), false)
                .map(JsonNode::asString)
                .collect(joining(" "));
    }
}
