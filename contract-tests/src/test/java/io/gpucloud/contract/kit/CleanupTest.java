package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.contract.kit.Spoiler.Passing;
import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Nothing that costs money is left behind unsaid, however badly the service answers. */
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
        Service service = service();
        instances().forEach(service::destroy);
        assertThat(instances()).isEmpty();
    }

    private Service service() {
        return service(stub.baseUrl());
    }

    private static Service service(URI url) {
        Kit kit = new Kit(settings(url), (answer, faulty) -> {}, pause -> {});
        return new Service(kit, new Account("demo-key"));
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
        return new Settings(url, "demo-key", false, false, null, false, Set.of(), Set.of(only));
    }

    private Report run(Spoiler service) {
        return run(service, POD);
    }

    private Report run(Spoiler service, String only) {
        return new KitRun(settings(service.url(), only), (answer, faulty) -> {}, null, pauses::add).run();
    }

    private static Passing tooMany(Passing passing) {
        return passing.status(429)
                .body("{\"code\":1,\"msg\":\"too many requests\"}")
                .with("Content-Type", "application/json")
                .with("Retry-After", "0");
    }

    private static UnaryOperator<Passing> on(String path, UnaryOperator<Passing> spoil) {
        return passing -> passing.request().contains(path) ? spoil.apply(passing) : passing;
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
    void repeatsADestructionThatWasOneTooMany() {
        AtomicInteger destructions = new AtomicInteger();
        try (Spoiler service = new Spoiler(
                stub.baseUrl(),
                request -> request.contains(DESTROY) && destructions.incrementAndGet() == 1,
                passing -> passing.body().isEmpty() ? tooMany(passing) : passing)) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(instances()).isEmpty();
            assertThat(reasons(report)).noneMatch(reason -> reason.contains("429"));
        }
    }

    @Test
    void repeatsADestructionThatFails() {
        AtomicInteger destructions = new AtomicInteger();
        try (Spoiler service = new Spoiler(
                stub.baseUrl(),
                request -> request.contains(DESTROY) && destructions.incrementAndGet() % 3 != 0,
                on(
                        DESTROY,
                        passing -> passing.body().isEmpty()
                                ? passing.body("{\"code\":-1,\"msg\":\"not now\"}")
                                        .with("Content-Type", "application/json")
                                : passing))) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void namesWhatItCannotDestroyInTheEnd() {
        try (Spoiler service =
                new Spoiler(stub.baseUrl(), request -> request.contains(DESTROY), on(DESTROY, CleanupTest::tooMany))) {
            Report report = run(service);
            List<String> left = instances();
            assertThat(left).as("those of one check, which creates two").hasSizeBetween(1, 2);
            assertThat(report.held()).isFalse();
            assertThat(differences(report)).contains("still there: ").contains(left);
            assertThat(report.leftovers()).isEqualTo(left);
            assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                    .isEqualTo(Duration.ofMinutes(2).multipliedBy(left.size()));
        }
    }

    @Test
    void saysWhatIsLeftAlsoWhereTheCheckItselfFailed() {
        try (Spoiler service = new Spoiler(
                stub.baseUrl(),
                request -> request.contains(DESTROY),
                passing -> passing.request().contains(CREATE)
                        ? passing.body(passing.body().replace("\"gpu_nums\":1", "\"gpu_nums\":\"one\""))
                        : on(DESTROY, CleanupTest::tooMany).apply(passing))) {
            Report report = run(service);
            assertThat(differences(report)).contains("gpu_nums", "still there: ");
        }
    }

    /** One check creates two. */
    @Test
    void asksEachInstanceToGoHoweverTheOtherWasAnswered() {
        try (Spoiler service = new Spoiler(
                stub.baseUrl(),
                on(DESTROY, passing -> passing.body(passing.body().replace("\"msg\"", "\"message\""))))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(differences(report)).contains("/msg");
            assertThat(report.leftovers()).isEmpty();
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void createsNothingMoreOnceAnAnswerWasLost() {
        try (Spoiler service = new Spoiler(stub.baseUrl(), on(CREATE, passing -> passing.status(Spoiler.BROKEN)))) {
            Report report = run(service);
            assertThat(service.asked("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(reasons(report)).contains("an earlier creation may still be running");
            assertThat(report.leftovers()).isEqualTo(instances());
            assertThat(report.held()).isFalse();
        }
    }

    private static Passing stalled(Passing passing) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return passing.status(Spoiler.BROKEN);
    }

    /** As JUnit interrupts a fact whose time is up. */
    @Test
    void createsNothingMoreOnceACreationWasInterrupted() {
        Thread caller = Thread.currentThread();
        UnaryOperator<Passing> interrupting = passing -> {
            caller.interrupt();
            return stalled(passing);
        };
        try (Spoiler service = new Spoiler(stub.baseUrl(), on(CREATE, interrupting))) {
            Rentals rentals = new Rentals(service(service.url()), null);
            assertThatThrownBy(rentals::create).isInstanceOf(Difference.class).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            assertThatThrownBy(rentals::create)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("an earlier creation may still be running");
            assertThat(instances()).hasSize(1);
        }
    }

    @Test
    void createsNothingMoreOnceOneMayHaveTakenEffect() {
        String failed = "{\"code\":-2,\"msg\":\"system exception\"}";
        try (Spoiler service = new Spoiler(
                stub.baseUrl(), on(CREATE, passing -> passing.status(200).body(failed)))) {
            Report report = run(service);
            assertThat(service.asked("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(reasons(report)).contains("an earlier creation may still be running");
        }
    }

    @Test
    void destroysWhatASpoiltAnswerNames() {
        try (Spoiler service = new Spoiler(
                stub.baseUrl(),
                on(CREATE, passing -> passing.body(passing.body().replace("\"code\":0,", ""))))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(service.asked(DESTROY)).isPositive();
            assertThat(instances()).isEmpty();
        }
    }

    /** Spoils the list that a run begins with, or all that come after it. */
    private Spoiler listing(boolean atTheEnd, UnaryOperator<Passing> spoil) {
        AtomicInteger lists = new AtomicInteger();
        return new Spoiler(
                stub.baseUrl(),
                on(
                        "/instance/list",
                        passing -> lists.incrementAndGet() > 1 == atTheEnd ? spoil.apply(passing) : passing));
    }

    @Test
    void saysThatItCouldNotLookAtTheEnd() {
        List<UnaryOperator<Passing>> unreadable = List.of(
                CleanupTest::tooMany,
                passing -> passing.status(500),
                passing -> passing.body("{\"code\":-1,\"msg\":\"later\"}"),
                passing -> passing.body("{\"code\":2,\"msg\":\"log in\"}"),
                passing -> passing.body(passing.body().replace("instance_list", "instances")),
                passing -> passing.status(Spoiler.BROKEN));
        for (UnaryOperator<Passing> spoil : unreadable) {
            try (Spoiler service = listing(true, spoil)) {
                Report report = run(service, "listPods");
                assertThat(report.count(Outcome.HELD)).isPositive();
                assertThat(report.held()).isFalse();
                assertThat(report.text()).contains("could not look: ", "check the console");
                assertThat(report.markdown()).contains("could not look: ", "check the console");
            }
        }
    }

    @Test
    void looksAgainWhereTheListCannotBeReadAtOnce() {
        try (Spoiler service = listing(false, passing -> passing.status(500))) {
            assertThat(run(service, "listPods").held()).isTrue();
            assertThat(pauses).containsExactly(Duration.ofSeconds(1));
        }
    }

    @Test
    void doesNotBeginWithAListThatItCannotRead() {
        try (Spoiler service = new Spoiler(stub.baseUrl(), on("/instance/list", passing -> passing.status(500)))) {
            assertThatThrownBy(() -> run(service))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessage("the list of instances cannot be read (HTTP 500)");
            assertThat(service.methods()).containsOnly("GET");
        }
    }

    @Test
    void seesThatAKeyIsRefusedWhateverTheStatus() {
        try (Spoiler service = listing(false, passing -> passing.body("{\"code\":2,\"msg\":\"log in\"}"))) {
            assertThatThrownBy(() -> run(service)).hasMessageContaining("refuses the API key (HTTP 200 with code 2)");
        }
    }

    /** The first models show no price, and the others a high one. */
    private static Passing priced(Passing passing, int without) {
        JsonNode answer = JsonMapper.shared().readTree(passing.body());
        int index = 0;
        for (JsonNode gpu : answer.at("/data/gpu_list")) {
            ((ObjectNode) gpu).remove("price");
            if (index++ >= without) {
                ((ObjectNode) gpu).putObject("price").put("hour", 50);
            }
        }
        return passing.body(answer.toString());
    }

    @Test
    void rentsNoModelWithoutAPrice() {
        String unpriced = service().call("listGpus").string("/data/gpu_list/0/gpu_uuid");
        List<String> created = new ArrayList<>();
        Observer observer = (answer, faulty) -> {
            if (!answer.at("/data/instance_uuid").isMissingNode()) {
                created.add(answer.at("/data/gpu_uuid").asString(""));
            }
        };
        try (Spoiler service = new Spoiler(stub.baseUrl(), on("/gpu/list", passing -> priced(passing, 1)))) {
            new KitRun(settings(service.url()), observer, null, pauses::add).run();
        }
        assertThat(created).isNotEmpty().doesNotContain(unpriced);
    }

    @Test
    void rentsNothingWhereNoModelShowsAPrice() {
        try (Spoiler service = new Spoiler(stub.baseUrl(), on("/gpu/list", passing -> priced(passing, 100)))) {
            assertThat(reasons(run(service))).contains("no GPU model that is available shows a price");
        }
    }
}
