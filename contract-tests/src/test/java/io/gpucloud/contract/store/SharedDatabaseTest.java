package io.gpucloud.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.support.PgBouncer;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.PostgresServer;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.contract.support.StubHttp.Response;
import io.gpucloud.stub.GpuCloudStub;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Two stubs that share a database, and know nothing of each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class SharedDatabaseTest {

    private static final String LIST = "/instance/list";
    /** The seed has a large stock of this model. */
    private static final String PLENTY = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private static final String EMPTY = "{\"recharges\":[]}";

    private PostgresServer server;
    private String[] database;
    private GpuCloudStub first;
    private GpuCloudStub second;

    @BeforeAll
    void start() throws Exception {
        server = PostgresServer.start();
        database = server.newDatabase("shared");
        first = GpuCloudStub.start(database);
        second = GpuCloudStub.start(database);
    }

    @AfterAll
    void stop() throws Exception {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private StubHttp onFirst(String key) {
        return new StubHttp(first.baseUrl(), key);
    }

    private StubHttp onSecond(String key) {
        return new StubHttp(second.baseUrl(), key);
    }

    private static int status(StubHttp stub) {
        return stub.get(LIST).at("/data/instance_list/0/status").intValue();
    }

    @Test
    void timePassesForBoth() {
        StubHttp one = onFirst("tenant-time");
        StubHttp other = onSecond("tenant-time");
        one.create();
        assertThat(status(other)).isEqualTo(1);

        other.administer("POST", "/clock/advance?account=tenant-time", "{\"seconds\":60}");

        assertThat(status(one)).isEqualTo(2);
        assertThat(one.get("/balance/info").body())
                .isEqualTo(other.get("/balance/info").body());
    }

    @Test
    void aFaultTriggersOnceForBoth() {
        StubHttp one = onFirst("tenant-fault");
        StubHttp other = onSecond("tenant-fault");
        one.administer("POST", "/faults", "{\"api_key\":\"tenant-fault\",\"status\":503,\"times\":1}");

        assertThat(Stream.of(other, one, other).map(stub -> stub.get(LIST).status()))
                .containsExactly(503, 200, 200);
    }

    @Test
    void theOtherFindsARequestInTheJournal() {
        onFirst("tenant-journal").create();

        assertThat(onSecond("tenant-journal")
                        .administer("GET", "/requests?api_key=tenant-journal", "")
                        .path("requests"))
                .singleElement()
                .satisfies(request ->
                        assertThat(request.path("operation").asString()).isEqualTo("createInstanceByPod"));
    }

    /** A table that gets a new row for each request and loses an old one slows down until its next vacuum. */
    @Test
    void theJournalKeepsTheNewestRequestsOfEachAccountAndItsTableDoesNotGrow() throws Exception {
        String[] settings = Stream.concat(Stream.of(server.newDatabase("journal")), Stream.of("stub.limits.journal=20"))
                .toArray(String[]::new);
        try (GpuCloudStub stub = GpuCloudStub.start(settings);
                Connection sql = connect(settings)) {
            sql.createStatement().execute("alter table gpu_cloud_stub.request set (autovacuum_enabled = false)");
            StubHttp other = new StubHttp(stub.baseUrl(), "tenant-other");
            other.get("/balance/info");
            StubHttp caller = new StubHttp(stub.baseUrl(), "tenant-ring");
            for (int i = 0; i < 300; i++) {
                caller.get("/balance/info");
            }

            assertThat(journal(caller, "")).hasToString("{\"total\":21,\"dropped\":280}");
            assertThat(journal(caller, "&api_key=tenant-ring")).hasToString("{\"total\":20,\"dropped\":280}");
            assertThat(journal(caller, "&api_key=tenant-other")).hasToString("{\"total\":1,\"dropped\":0}");
            assertThat(journal(caller, "&text=Tenant-Other")).hasToString("{\"total\":1,\"dropped\":280}");
            ResultSet size = sql.createStatement().executeQuery("select pg_relation_size('gpu_cloud_stub.request')");
            size.next();
            assertThat(size.getLong(1)).isLessThan(64 * 1024);

            caller.administer("DELETE", "/requests?status=200&api_key=tenant-ring", "");
            assertThat(journal(caller, "&api_key=tenant-ring")).hasToString("{\"total\":0,\"dropped\":280}");
            caller.administer("DELETE", "/requests?api_key=tenant-ring", "");
            assertThat(journal(caller, "")).hasToString("{\"total\":1,\"dropped\":0}");
        }
    }

    @Test
    void theJournalTakesTheSpaceFromTheLargestAccount() throws Exception {
        String[] settings = {
            server.newDatabase("large")[0], "spring.datasource.username=postgres", "stub.limits.journal=1000000"
        };
        try (GpuCloudStub stub = GpuCloudStub.start(settings);
                Connection sql = connect(settings)) {
            StubHttp caller = new StubHttp(stub.baseUrl(), "tenant-small");
            caller.get("/balance/info");
            sql.createStatement()
                    .execute("insert into gpu_cloud_stub.journal values ('tenant-large', 150001, 150000);"
                            + " insert into gpu_cloud_stub.request select 'tenant-large', i, i, i, 0, content"
                            + " from gpu_cloud_stub.request, generate_series(2, 150001) i;"
                            + " select setval('gpu_cloud_stub.request_number', 199999)");
            caller.get("/balance/info");

            assertThat(journal(caller, "&api_key=tenant-small")).hasToString("{\"total\":2,\"dropped\":0}");
            ResultSet left = sql.createStatement()
                    .executeQuery(
                            "select count(*), min(number) from gpu_cloud_stub.request where account = 'tenant-large'");
            left.next();
            assertThat(left.getLong(1)).isEqualTo(90_000 - 2);
            assertThat(left.getLong(2)).isEqualTo(150_001 - 90_000 + 3);
        }
    }

    /** Requests at the same time share a statement, with those of other accounts and of the same one. */
    @Test
    void theJournalHasEachOfManyRequestsAtTheSameTime() throws Exception {
        String[] settings = Stream.concat(Stream.of(server.newDatabase("many")), Stream.of("stub.limits.journal=3"))
                .toArray(String[]::new);
        ExecutorService callers = Executors.newFixedThreadPool(12);
        try (GpuCloudStub stub = GpuCloudStub.start(settings);
                GpuCloudStub other = GpuCloudStub.start(settings)) {
            List<CompletableFuture<Integer>> calls = IntStream.range(0, 600)
                    .mapToObj(i -> new StubHttp((i % 2 == 0 ? stub : other).baseUrl(), "tenant-" + i / 2 % 3))
                    .map(caller -> CompletableFuture.supplyAsync(
                            () -> caller.get("/balance/info").status(), callers))
                    .toList();
            callers.shutdown();
            assertThat(calls).extracting(CompletableFuture::join).containsOnly(200);

            StubHttp caller = new StubHttp(stub.baseUrl(), "tenant-0");
            for (int i = 0; i < 3; i++) {
                assertThat(journal(caller, "&api_key=tenant-" + i)).hasToString("{\"total\":3,\"dropped\":197}");
            }
            assertThat(journal(caller, "")).hasToString("{\"total\":9,\"dropped\":591}");
        }
    }

    private static Connection connect(String... settings) throws SQLException {
        return DriverManager.getConnection(settings[0].replace("stub.store=", ""), "postgres", "");
    }

    private static JsonNode journal(StubHttp caller, String query) {
        ObjectNode found = (ObjectNode) caller.administer("GET", "/requests?limit=1" + query, "");
        return found.without("requests");
    }

    @Test
    void aKeyOfOneOpensTheOtherUntilItIsDeleted() {
        StubHttp created = onFirst("tenant-none").withNewAccount(EMPTY);
        String key = Objects.requireNonNull(created.key());
        StubHttp other = onSecond(key);
        assertThat(other.get(LIST).status()).isEqualTo(200);

        created.administer("DELETE", "/accounts/" + key, "");

        assertThat(other.get(LIST).status()).isEqualTo(401);
    }

    /** The other one has read the account before, and knows nothing of its end. */
    @Test
    void anAccountThatIsDeletedAndMadeAgainHasNothingOfBefore() {
        StubHttp one = onFirst("tenant-again");
        StubHttp other = onSecond("tenant-again");
        one.create();
        one.create();
        assertThat(other.instances()).hasSize(2);

        one.administer("DELETE", "/accounts/tenant-again", "");
        String made = one.create().at("/data/instance_uuid").asString();

        assertThat(other.instances()).containsExactly(made);
    }

    @Test
    void aResetOfOneEmptiesTheAccountForBoth() {
        StubHttp one = onFirst("tenant-reset");
        StubHttp other = onSecond("tenant-reset");
        String before = one.create().at("/data/instance_uuid").asString();
        assertThat(other.instances()).hasSize(1);

        other.administer("POST", "/reset?account=tenant-reset", "");

        assertThat(one.instances()).isEmpty();
        assertThat(one.create().at("/data/instance_uuid").asString()).isNotEqualTo(before);
    }

    @Test
    void aResetToASeedSetsTheClockAndTheFaultsForBoth() {
        StubHttp one = onFirst("tenant-seed");
        StubHttp other = onSecond("tenant-seed");
        String before = one.create().at("/data/instance_uuid").asString();
        String seed = """
                {"seed": {
                  "recharges": [{"amount": 100, "trade_offset": "-P1D"}],
                  "clock": {"now": 1893499200, "frozen": true},
                  "faults": [{"operation": "getBalance", "status": 503, "times": 1}, {"effect": "boot_fails", "times": 1}]}}
                """;

        one.administer("POST", "/reset?account=tenant-seed", seed);

        for (String body : List.of("{}", "")) {
            assertThat(other.get("/balance/info").status()).isEqualTo(503);
            assertThat(one.get("/balance/info").status()).isEqualTo(200);
            assertThat(one.create().at("/data/instance_uuid").asString()).isNotEqualTo(before);
            JsonNode clock = other.administer("POST", "/clock/advance?account=tenant-seed", "{\"seconds\":60}");
            assertThat(clock.path("now").asLong()).isEqualTo(1_893_499_260);
            assertThat(one.get(LIST).at("/data/instance_list/0/status").asInt()).isEqualTo(22);
            other.administer("POST", "/reset?account=tenant-seed", body);
        }
    }

    @Test
    void aRejectedCallUsesUpAFaultForBoth() {
        StubHttp one = onFirst("tenant-refusal");
        StubHttp other = onSecond("tenant-refusal");
        String instance = one.create().at("/data/instance_uuid").asString();
        one.administer("POST", "/clock/advance?account=tenant-refusal", "{\"seconds\":60}");
        one.administer("POST", "/faults", "{\"effect\":\"refuse_destroy\",\"api_key\":\"tenant-refusal\",\"times\":1}");
        String body = "{\"instance_uuid\":\"" + instance + "\"}";

        Response refused = one.post("/instance/destroy", body);

        assertThat(refused.code()).isNotZero();
        assertThat(other.post("/instance/destroy", body).code()).isZero();
    }

    @Test
    void everyPartOfAnAccountIsTheSameForBoth() {
        StubHttp one = onFirst("tenant-parts");
        StubHttp other = onSecond("tenant-parts");
        one.administer("PUT", "/clock?account=tenant-parts", "{\"frozen\":true}");
        one.administer("POST", "/accounts/tenant-parts/recharges", "{\"amount\":100000}");
        String first = one.create().at("/data/instance_uuid").asString();
        String second = one.create().at("/data/instance_uuid").asString();
        one.administer("POST", "/clock/advance?account=tenant-parts", "{\"seconds\":360000}");
        for (StubHttp stub : List.of(one, other, one)) {
            String instance = "{\"instance_uuid\":\"" + first + "\",";
            assertThat(stub.post("/instance/update_title", instance + "\"title\":\"" + stub.base() + "\"}")
                            .code())
                    .isZero();
            assertSameAccount(one, other);
        }
        one.post("/instance/save_image", "{\"instance_uuid\":\"" + second + "\"}");
        assertSameAccount(one, other);
        other.post("/instance/destroy", "{\"instance_uuid\":\"" + first + "\"}");
        assertSameAccount(one, other);
        assertThat(other.instances()).containsExactly(second);
    }

    private static void assertSameAccount(StubHttp one, StubHttp other) {
        String path = "/snapshot?account=" + one.key();
        assertThat(one.administer("GET", path, "")).isEqualTo(other.administer("GET", path, ""));
    }

    @Test
    void parallelCallsAreAppliedOnceEach() {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        List<CompletableFuture<String>> calls = IntStream.range(0, 48)
                .mapToObj(i -> i % 2 == 0 ? onFirst("tenant-parallel") : onSecond("tenant-parallel"))
                .map(stub -> CompletableFuture.supplyAsync(
                        () -> stub.post("/instance/create_by_pod", PLENTY)
                                .at("/data/instance_uuid")
                                .asString(),
                        callers))
                .toList();
        callers.shutdown();
        List<String> created = calls.stream().map(CompletableFuture::join).toList();

        assertThat(onFirst("tenant-parallel").instances())
                .hasSize(48)
                .containsExactlyInAnyOrderElementsOf(created)
                .containsExactlyInAnyOrderElementsOf(onSecond("tenant-parallel").instances());
    }

    @Test
    void aStubWithOtherRulesDoesNotStart() {
        String[] settings = Stream.concat(Stream.of(database), Stream.of("stub.lifecycle.boot=5s"))
                .toArray(String[]::new);

        assertThatThrownBy(() -> GpuCloudStub.start(settings))
                .hasStackTraceContaining("stub.store")
                .hasStackTraceContaining("stub.lifecycle.boot 20s; this stub has 5s");
    }

    @Test
    void aStubDoesNotStartWithTheTablesOfAnEarlierVersion() throws Exception {
        String[] settings = server.newDatabase("earlier");
        try (Connection sql = connect(settings)) {
            sql.createStatement()
                    .execute("create schema gpu_cloud_stub;"
                            + " create table gpu_cloud_stub.common (schema_version integer, rules text);"
                            + " insert into gpu_cloud_stub.common values (1, '{}')");
        }

        assertThatThrownBy(() -> GpuCloudStub.start(settings))
                .hasStackTraceContaining("its tables have version 1, this stub needs version 2");
    }

    @Test
    void aPoolerMayUseAnotherConnectionForEachTransaction() throws Exception {
        String[] settings = server.newDatabase("pooled");
        try (PgBouncer pooler = PgBouncer.start(server.port());
                GpuCloudStub stub = GpuCloudStub.start(
                        settings[0].replace(":" + server.port() + "/", ":" + pooler.port() + "/"), settings[1])) {
            ExecutorService callers = Executors.newFixedThreadPool(8);
            List<CompletableFuture<Integer>> calls = IntStream.range(0, 80)
                    .mapToObj(i -> new StubHttp(stub.baseUrl(), "tenant-" + i % 10))
                    .map(caller -> CompletableFuture.supplyAsync(
                            () -> caller.post("/instance/create_by_pod", PLENTY).code(), callers))
                    .toList();
            callers.shutdown();

            assertThat(calls).extracting(CompletableFuture::join).containsOnly(0);
        }
    }

    @Test
    void callsFailWithoutTheDatabaseAndGoOnAfterwards() throws Exception {
        StubHttp stub = onFirst("tenant-outage");
        String before = stub.create().at("/data/instance_uuid").asString();
        server.stop();
        try {
            Response failed = stub.create();
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.code()).isEqualTo(-2);
        } finally {
            server.resume();
        }

        // Shortly after its last use, a pool does not test whether a connection is still open.
        StubHttp other = onSecond("tenant-outage");
        Poll.until(() -> other.get(LIST).code() == 0, () -> false);
        assertThat(other.instances()).containsExactly(before);
        Poll.until(() -> stub.create().code() == 0, () -> false);
    }
}
