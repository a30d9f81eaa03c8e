package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The kit never leaves an instance behind without reporting it, whatever the responses of the service are. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CleanupTest {

    private static final String CREATE = "/instance/create_by";
    private static final String DESTROY = "/instance/destroy";
    private static final String POD = "createInstanceByPod";

    private final List<Duration> pauses = new ArrayList<>();
    private GpuCloudStub stub;

    @BeforeAll
    void start() {
        stub = GpuCloudStub.start("stub.validate=off");
    }

    @AfterAll
    void stop() {
        stub.close();
    }

    @AfterEach
    void empty() {
        pauses.clear();
        ServiceClient service = service();
        instances().forEach(service::destroy);
        assertThat(instances()).isEmpty();
    }

    private ServiceClient service() {
        return service(stub.baseUrl());
    }

    private static ServiceClient service(URI url) {
        KitContext kit = new KitContext(settings(url), (json, faulty) -> {}, pause -> {});
        return new ServiceClient(kit, new AccountUnderTest("demo-key"));
    }

    private List<String> instances() {
        return service().call("listInstances").list("/data/instance_list").stream()
                .map((JsonNode record) -> record.path("instance_uuid").asString())
                .toList();
    }

    private static Settings settings(URI url) {
        return settings(url, POD);
    }

    private static Settings settings(URI url, String only) {
        return Settings.ofKey(url, "demo-key").onlyOperations(only);
    }

    private Report run(ModifyingProxy service) {
        return run(service, POD);
    }

    private Report run(ModifyingProxy service, String only) {
        return new KitRun(settings(service.url(), only), (json, faulty) -> {}, null, pauses::add).run();
    }

    private static ProxiedResponse tooMany(ProxiedResponse response) {
        return response.status(429)
                .body("{\"code\":1,\"msg\":\"too many requests\"}")
                .with("Content-Type", "application/json")
                .with("Retry-After", "0");
    }

    private static UnaryOperator<ProxiedResponse> on(String path, UnaryOperator<ProxiedResponse> modify) {
        return response -> response.request().contains(path) ? modify.apply(response) : response;
    }

    private static Stream<String> reasons(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.SKIPPED)
                .map(Result::reason);
    }

    private static String differences(Report report) {
        return report.results().stream()
                .flatMap(result -> result.mismatches().stream())
                .toList()
                .toString();
    }

    @Test
    void repeatsADestroyRequestAfter429() {
        AtomicInteger destructions = new AtomicInteger();
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(),
                request -> request.contains(DESTROY) && destructions.incrementAndGet() == 1,
                response -> response.body().isEmpty() ? tooMany(response) : response)) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(instances()).isEmpty();
            assertThat(reasons(report)).noneMatch(reason -> reason.contains("429"));
        }
    }

    @Test
    void repeatsADestroyRequestThatFails() {
        AtomicInteger destructions = new AtomicInteger();
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(),
                request -> request.contains(DESTROY) && destructions.incrementAndGet() % 3 != 0,
                on(
                        DESTROY,
                        response -> response.body().isEmpty()
                                ? response.body("{\"code\":-1,\"msg\":\"not now\"}")
                                        .with("Content-Type", "application/json")
                                : response))) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void namesInstancesThatItCannotDestroy() {
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(), request -> request.contains(DESTROY), on(DESTROY, CleanupTest::tooMany))) {
            Report report = run(service);
            List<String> left = instances();
            assertThat(left).as("those of one check, which creates two").hasSizeBetween(1, 2);
            assertThat(report.held()).isFalse();
            assertThat(differences(report)).contains("still listed: ").contains(left);
            assertThat(report.leftovers()).isEqualTo(left);
            assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                    .isEqualTo(Duration.ofMinutes(2).multipliedBy(left.size()));
        }
    }

    @Test
    void namesInstancesThatAreLeftAfterAFailedTest() {
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(),
                request -> request.contains(DESTROY),
                response -> response.request().contains(CREATE)
                        ? response.body(response.body().replace("\"gpu_nums\":1", "\"gpu_nums\":\"one\""))
                        : on(DESTROY, CleanupTest::tooMany).apply(response))) {
            Report report = run(service);
            assertThat(differences(report)).contains("gpu_nums", "still listed: ");
        }
    }

    /** One check creates two. */
    @Test
    void destroysEachInstanceWhateverTheResponseForTheOther() {
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(),
                on(DESTROY, response -> response.body(response.body().replace("\"msg\"", "\"message\""))))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(differences(report)).contains("/msg");
            assertThat(report.leftovers()).isEmpty();
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void createsNothingMoreAfterALostResponse() {
        try (ModifyingProxy service =
                new ModifyingProxy(stub.baseUrl(), on(CREATE, response -> response.status(ModifyingProxy.BROKEN)))) {
            Report report = run(service);
            assertThat(service.requestCount("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(reasons(report)).contains("an earlier creation may still be running");
            assertThat(report.leftovers()).isEqualTo(instances());
            assertThat(report.held()).isFalse();
        }
    }

    private static ProxiedResponse stalled(ProxiedResponse response) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return response.status(ModifyingProxy.BROKEN);
    }

    /** As JUnit interrupts a test after its timeout. */
    @Test
    void createsNothingMoreAfterAnInterruptedCreation() {
        Thread caller = Thread.currentThread();
        UnaryOperator<ProxiedResponse> interrupting = response -> {
            caller.interrupt();
            return stalled(response);
        };
        try (ModifyingProxy service = new ModifyingProxy(stub.baseUrl(), on(CREATE, interrupting))) {
            InstanceOperations instances = new InstanceOperations(service(service.url()), null);
            assertThatThrownBy(instances::create)
                    .isInstanceOf(ContractViolationError.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            assertThatThrownBy(instances::create)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("an earlier creation may still be running");
            assertThat(instances()).hasSize(1);
        }
    }

    @Test
    void createsNothingMoreAfterACreationWithUnknownOutcome() {
        String failed = "{\"code\":-2,\"msg\":\"system exception\"}";
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(), on(CREATE, response -> response.status(200).body(failed)))) {
            Report report = run(service);
            assertThat(service.requestCount("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(reasons(report)).contains("an earlier creation may still be running");
        }
    }

    @Test
    void destroysTheInstanceThatAnInvalidResponseNames() {
        try (ModifyingProxy service = new ModifyingProxy(
                stub.baseUrl(),
                on(CREATE, response -> response.body(response.body().replace("\"code\":0,", ""))))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(service.requestCount(DESTROY)).isPositive();
            assertThat(instances()).isEmpty();
        }
    }

    /** Modifies the first list of a run, or all later ones. */
    private ModifyingProxy listing(boolean atTheEnd, UnaryOperator<ProxiedResponse> modify) {
        AtomicInteger lists = new AtomicInteger();
        return new ModifyingProxy(
                stub.baseUrl(),
                on(
                        "/instance/list",
                        response -> lists.incrementAndGet() > 1 == atTheEnd ? modify.apply(response) : response));
    }

    @Test
    void reportsThatTheLastListCouldNotBeRead() {
        List<UnaryOperator<ProxiedResponse>> unreadable = List.of(
                CleanupTest::tooMany,
                response -> response.status(500),
                response -> response.body("{\"code\":-1,\"msg\":\"later\"}"),
                response -> response.body("{\"code\":2,\"msg\":\"log in\"}"),
                response -> response.body(response.body().replace("instance_list", "instances")),
                response -> response.status(ModifyingProxy.BROKEN));
        for (UnaryOperator<ProxiedResponse> modify : unreadable) {
            try (ModifyingProxy service = listing(true, modify)) {
                Report report = run(service, "listPods");
                assertThat(report.count(Outcome.HELD)).isPositive();
                assertThat(report.held()).isFalse();
                assertThat(report.text()).contains("could not check: ", "check the console");
                assertThat(report.markdown()).contains("could not check: ", "check the console");
            }
        }
    }

    @Test
    void readsTheListAgainAfterAFailure() {
        try (ModifyingProxy service = listing(false, response -> response.status(500))) {
            assertThat(run(service, "listPods").held()).isTrue();
            assertThat(pauses).containsExactly(Duration.ofSeconds(1));
        }
    }

    @Test
    void doesNotBeginIfTheListCannotBeRead() {
        try (ModifyingProxy service =
                new ModifyingProxy(stub.baseUrl(), on("/instance/list", response -> response.status(500)))) {
            assertThatThrownBy(() -> run(service))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessage("the list of instances cannot be read (HTTP 500)");
            assertThat(service.methods()).containsOnly("GET");
        }
    }

    @Test
    void detectsARejectedKeyWithAnyStatus() {
        try (ModifyingProxy service = listing(false, response -> response.body("{\"code\":2,\"msg\":\"log in\"}"))) {
            assertThatThrownBy(() -> run(service)).hasMessageContaining("rejects the API key (HTTP 200 with code 2)");
        }
    }

    /** The first models show no price, and the others a high one. */
    private static ProxiedResponse priced(ProxiedResponse response, int without) {
        JsonNode json = JsonMapper.shared().readTree(response.body());
        int index = 0;
        for (JsonNode gpu : json.at("/data/gpu_list")) {
            ((ObjectNode) gpu).remove("price");
            if (index++ >= without) {
                ((ObjectNode) gpu).putObject("price").put("hour", 50);
            }
        }
        return response.body(json.toString());
    }

    @Test
    void rentsNoModelWithoutAPrice() {
        String unpriced = service().call("listGpus").string("/data/gpu_list/0/gpu_uuid");
        List<String> created = new ArrayList<>();
        ResponseObserver observer = (json, faulty) -> {
            if (!json.at("/data/instance_uuid").isMissingNode()) {
                created.add(json.at("/data/gpu_uuid").asString(""));
            }
        };
        try (ModifyingProxy service =
                new ModifyingProxy(stub.baseUrl(), on("/gpu/list", response -> priced(response, 1)))) {
            new KitRun(settings(service.url()), observer, null, pauses::add).run();
        }
        assertThat(created).isNotEmpty().doesNotContain(unpriced);
    }

    @Test
    void rentsNothingIfNoModelShowsAPrice() {
        try (ModifyingProxy service =
                new ModifyingProxy(stub.baseUrl(), on("/gpu/list", response -> priced(response, 100)))) {
            assertThat(reasons(run(service))).contains("no available GPU model has a price");
        }
    }
}
