package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.Result;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three independent stubs behind HAProxy or nginx. */
class LoadBalancedStubsIT {

    private static final Set<String> WHOLE =
            Set.of("resetStub", "setClock", "advanceClock", "putSnapshot", "deleteFaults", "deleteRequests");

    @TempDir
    Path directory;

    private final List<GpuCloudStub> stubs = new ArrayList<>();
    private final List<URI> urls = new ArrayList<>();

    @BeforeEach
    void start() {
        IntStream.range(0, 3).forEach(i -> stubs.add(GpuCloudStub.start("stub.admin.token=" + Http.ADMIN_TOKEN)));
        stubs.forEach(stub -> urls.add(stub.baseUrl()));
    }

    @AfterEach
    void end() {
        stubs.forEach(GpuCloudStub::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void passTheCompatibilityKit(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            CompatibilityKit.requireConformance(balancer.origin().resolve("/api/open/v2"), this::isAsTheProxyHasIt);
        }
    }

    /**
     * The proxy rejects calls that concern all stubs. nginx itself rejects requests with two keys, and HAProxy rejects bodies that do not
     * fit into its buffer.
     */
    private boolean isAsTheProxyHasIt(Result result) {
        boolean tooLong =
                result.operation().equals("createFault") && result.fact().endsWith("too long by 1");
        return WHOLE.contains(result.operation()) || tooLong || result.fact().equals("key: two headers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void rejectTheAdministrationThroughTheProxyWithoutAToken(String program) {
        try (GpuCloudStub open = GpuCloudStub.start();
                LoadBalancer balancer =
                        LoadBalancer.start(program, directory, Collections.nCopies(3, open.baseUrl()))) {
            Http http = balancer.http();
            assertThat(http.admin("GET", "/clock").status()).isEqualTo(403);
            assertThat(http.admin("GET", "/snapshot").status()).isEqualTo(403);
            assertThat(http.send("GET", "/actuator/health", null, null).status())
                    .isEqualTo(403);
            assertThat(http.get("tenant-open", "/instance/list").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void rejectAWrongTokenThroughTheProxy(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            assertThat(balancer.http()
                            .send("GET", "/__admin/clock", "wrong-token", null)
                            .status())
                    .isEqualTo(401);
        }
    }

    /** A stub takes a proxy that adds no header for a caller on its own machine. Only a token protects it there. */
    @Test
    void needATokenBehindAProxyThatAddsNoHeader() {
        String plain = """
            events {}
            http {
                access_log off;
                server {
                    listen 127.0.0.1:8080;
                    location / { proxy_pass http://127.0.0.1:8081; }
                }
            }
            """;
        try (GpuCloudStub open = GpuCloudStub.start();
                LoadBalancer proxy = LoadBalancer.start("nginx", directory, plain, List.of(open.baseUrl()))) {
            assertThat(proxy.http().admin("POST", "/reset").status()).isEqualTo(204);
        }
        try (LoadBalancer proxy = LoadBalancer.start("nginx", directory, plain, urls)) {
            assertThat(proxy.http()
                            .send("POST", "/__admin/reset", "wrong-token", null)
                            .status())
                    .isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void servePagesAtTheAddressOfTheProxy(String program) throws Exception {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            String page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(balancer.origin()).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(page).contains(balancer.origin().resolve("/api/open/v2").toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void keepEachAccountOnOneStub(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            Http http = balancer.http();
            Set<String> keys =
                    IntStream.range(0, 30).mapToObj(i -> "tenant-s" + i).collect(Collectors.toSet());
            for (String key : keys) {
                assertThat(http.create(key).code()).isZero();
                assertThat(http.admin("POST", "/accounts/" + key + "/recharges", "{\"amount\":1}")
                                .status())
                        .isEqualTo(201);
                assertThat(http.get(key, "/balance/info")
                                .json()
                                .at("/data/balance")
                                .decimalValue())
                        .isEqualByComparingTo("1001");
            }
            for (GpuCloudStub stub : stubs) {
                assertThat(accountsOn(stub)).as("accounts of every stub").containsAnyOf(keys.toArray(String[]::new));
            }
            assertThat(stubs.stream().mapToInt(stub -> accountsOn(stub).size()).sum())
                    .isEqualTo(30);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void rejectCallsOfAccountsWhoseStubIsDown(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            Http http = balancer.http();
            List<String> keys =
                    IntStream.range(0, 30).mapToObj(i -> "tenant-d" + i).toList();
            keys.forEach(http::create);
            Set<String> lost = accountsOn(stubs.get(1));
            stubs.get(1).close();
            for (String key : keys) {
                Http.Response answer = http.get(key, "/instance/list");
                assertThat(answer.code()).isEqualTo(lost.contains(key) ? -2 : 0);
                assertThat(answer.status()).isEqualTo(lost.contains(key) ? 503 : 200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void rejectCallsThatConcernAllStubs(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            Http http = balancer.http();
            assertThat(http.admin("POST", "/reset").status()).isEqualTo(501);
            assertThat(http.admin("PUT", "/clock", "{\"frozen\":true}").status())
                    .isEqualTo(501);
            assertThat(http.admin("DELETE", "/faults").status()).isEqualTo(501);
            assertThat(http.admin("GET", "/clock").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void deleteFaultsAndRequestsOfOneKeyWhereItsAccountIs(String program) {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            Http http = balancer.http();
            for (String key :
                    IntStream.range(0, 10).mapToObj(i -> "tenant-f" + i).toList()) {
                String ofKey = "?api_key=" + key;
                http.admin("POST", "/faults" + ofKey, "{\"api_key\":\"%s\",\"status\":500}".formatted(key));
                assertThat(http.get(key, "/gpu/list").status()).isEqualTo(500);
                assertThat(http.admin("DELETE", "/faults" + ofKey).status()).isEqualTo(204);
                assertThat(http.get(key, "/gpu/list").status()).isEqualTo(200);
                assertThat(http.admin("DELETE", "/requests" + ofKey).status()).isEqualTo(204);
                assertThat(http.admin("GET", "/requests" + ofKey)
                                .json()
                                .path("total")
                                .intValue())
                        .isZero();
            }
        }
    }

    @Test
    void routeAnAccountWhoseNameContainsAComma() {
        try (LoadBalancer balancer = LoadBalancer.start("haproxy", directory, urls)) {
            Http http = balancer.http();
            List<String> keys = IntStream.range(0, 30).mapToObj(i -> "a," + i).toList();
            keys.forEach(key -> {
                http.admin("PUT", "/keys/" + key, "{}");
                assertThat(http.create(key).code()).isZero();
            });
            assertThat(stubs.stream().mapToInt(stub -> accountsOn(stub).size()).sum())
                    .isEqualTo(30);
        }
    }

    /** HAProxy reads bodies only as far as they fit into its buffer. */
    @Test
    void rejectABodyThatNamesItsAccountTooLate() {
        try (LoadBalancer balancer = LoadBalancer.start("haproxy", directory, urls)) {
            Http http = balancer.http();
            String filling = " ".repeat(70_000);
            assertThat(http.admin("POST", "/accounts", "{" + filling + "\"account\":\"tenant-late\"}")
                            .status())
                    .isEqualTo(413);
            assertThat(http.admin("POST", "/accounts", "{\"account\":\"tenant-early\"" + filling + "}")
                            .status())
                    .isEqualTo(201);
            assertThat(stubs).allSatisfy(stub -> assertThat(accountsOn(stub)).doesNotContain("tenant-late"));
        }
    }

    @Test
    void triggerFaultsOfOperationsWithoutAKey() {
        try (LoadBalancer balancer = LoadBalancer.start("haproxy", directory, urls)) {
            Http http = balancer.http();
            String state = """
                {"state":"the next request is one too many","params":{"api_key":"%s","operation":"listPods"}}\
                """;
            for (int i = 0; i < 6; i++) {
                assertThat(http.admin("POST", "/pact/provider-states", state.formatted("tenant-o" + i))
                                .status())
                        .isEqualTo(200);
                assertThat(http.send("GET", "/api/open/v2/pod/list", null, null).status())
                        .isEqualTo(429);
            }
        }
    }

    /** Uses a new connection: HAProxy may close one that was used before, and the caller may send the request again. */
    @ParameterizedTest
    @ValueSource(strings = {"haproxy", "nginx"})
    void returnASystemExceptionWhenAConnectionBreaks(String program) throws Exception {
        try (LoadBalancer balancer = LoadBalancer.start(program, directory, urls)) {
            String key = "tenant-broken";
            String fault = "{\"api_key\":\"%s\",\"effect\":\"reset_connection\"}".formatted(key);
            assertThat(balancer.http()
                            .admin("POST", "/faults?api_key=" + key, fault)
                            .status())
                    .isEqualTo(201);
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(balancer.origin().resolve("/api/open/v2/balance/info"))
                                    .header("Authorization", "Bearer " + key)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isIn(502, 503);
            assertThat(answer.body()).isEqualTo("{\"code\":-2,\"msg\":\"system exception\"}");
        }
    }

    @Test
    void receiveNoHealthChecksInTheJournal() {
        try (LoadBalancer balancer = LoadBalancer.start("haproxy", directory, urls)) {
            Await.pause(Duration.ofSeconds(3));
            assertThat(stubs)
                    .allSatisfy(stub -> assertThat(Http.of(stub)
                                    .admin("GET", "/requests")
                                    .json()
                                    .path("total")
                                    .asInt())
                            .isZero());
            assertThat(balancer.http()
                            .send("GET", "/api/open/v2/pod/list", null, null)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void changeTogetherByTheScript() throws IOException, InterruptedException {
        assertThat(allStubs("PUT", "/__admin/clock", "{\"frozen\":true,\"now\":4000000000}"))
                .isZero();
        for (GpuCloudStub stub : stubs) {
            assertThat(Http.of(stub).admin("GET", "/clock").json().path("now").asLong())
                    .isEqualTo(4_000_000_000L);
        }
        assertThat(allStubs("POST", "/__admin/reset")).isZero();
        stubs.get(2).close();
        assertThat(allStubs("POST", "/__admin/reset")).isEqualTo(1);
    }

    private int allStubs(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("repository.root"), "docs", "scaling", "all-stubs")
                .toString());
        command.addAll(List.of(arguments));
        ProcessBuilder script = new ProcessBuilder(command).inheritIO();
        script.environment().put("GPU_CLOUD_ADMIN_TOKEN", Http.ADMIN_TOKEN);
        script.environment()
                .put(
                        "STUBS",
                        urls.stream().map(url -> "http://" + url.getAuthority()).collect(Collectors.joining(" ")));
        return script.start().waitFor();
    }

    private static Set<String> accountsOn(GpuCloudStub stub) {
        Set<String> accounts = new HashSet<>();
        Http.of(stub)
                .admin("GET", "/accounts")
                .json()
                .path("accounts")
                .forEach(account -> accounts.add(account.asString()));
        return accounts;
    }
}
