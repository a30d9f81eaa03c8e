package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/** The kit never leaves an instance behind without reporting it, whatever the responses of the service are. */
@Tag("ci")
class CleanupTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private static final String CREATE = "/instance/create_by";
    private static final String DESTROY = "/instance/destroy";

    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void destroyInstances() {
        RUNS.destroyInstances();
    }

    private Report run(ModifyingProxy service) {
        return run(service, "createInstanceByPod");
    }

    private Report run(ModifyingProxy service, String operation) {
        return RUNS.run(service.settings("--only=" + operation), pauses::add);
    }

    @Test
    void repeatsADestroyRequestAfter429() {
        AtomicInteger destructions = new AtomicInteger();
        try (ModifyingProxy service = RUNS.proxy(
                request -> request.contains(DESTROY) && destructions.incrementAndGet() == 1,
                response -> response.body().isEmpty() ? response.tooManyRequests() : response)) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(RUNS.instances()).isEmpty();
            assertThat(KitRuns.reasons(report)).noneMatch(reason -> reason.contains("429"));
        }
    }

    @Test
    void repeatsADestroyRequestThatFails() {
        AtomicInteger destructions = new AtomicInteger();
        try (ModifyingProxy service = RUNS.proxy(
                request -> request.contains(DESTROY) && destructions.incrementAndGet() % 3 != 0,
                ModifyingProxy.on(
                        DESTROY,
                        response -> response.body().isEmpty()
                                ? response.body("{\"code\":-1,\"msg\":\"not now\"}")
                                        .with("Content-Type", "application/json")
                                : response))) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(RUNS.instances()).isEmpty();
        }
    }

    @Test
    void namesInstancesThatItCannotDestroy() {
        try (ModifyingProxy service = RUNS.proxy(
                request -> request.contains(DESTROY), ModifyingProxy.on(DESTROY, ProxiedResponse::tooManyRequests))) {
            Report report = run(service);
            List<String> left = RUNS.instances();
            assertThat(left).as("those of one check, which creates two").hasSizeBetween(1, 2);
            assertThat(report.held()).isFalse();
            assertThat(KitRuns.mismatches(report).toString())
                    .contains("still listed: ")
                    .contains(left);
            assertThat(report.leftovers()).isEqualTo(left);
            assertThat(report.text()).contains("LEFT OVER");
            assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                    .isEqualTo(Duration.ofMinutes(2).multipliedBy(left.size()));
        }
    }

    @Test
    void namesInstancesThatAreLeftAfterAFailedTest() {
        try (ModifyingProxy service = RUNS.proxy(
                request -> request.contains(DESTROY),
                response -> response.request().contains(CREATE)
                        ? response.body(response.body().replace("\"gpu_nums\":1", "\"gpu_nums\":\"one\""))
                        : ModifyingProxy.on(DESTROY, ProxiedResponse::tooManyRequests)
                                .apply(response))) {
            Report report = run(service);
            assertThat(KitRuns.mismatches(report).toString()).contains("gpu_nums", "still listed: ");
        }
    }

    /** One check creates two. */
    @Test
    void destroysEachInstanceIfAnotherDestroyRequestFails() {
        try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.replacing(DESTROY, "\"msg\"", "\"message\""))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(KitRuns.mismatches(report).toString()).contains("/msg");
            assertThat(report.leftovers()).isEmpty();
            assertThat(RUNS.instances()).isEmpty();
        }
    }

    @Test
    void createsNothingMoreAfterALostResponse() {
        try (ModifyingProxy service =
                RUNS.proxy(ModifyingProxy.on(CREATE, response -> response.status(ModifyingProxy.BROKEN)))) {
            Report report = run(service);
            assertThat(service.requestCount("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(KitRuns.reasons(report)).contains("an earlier creation may still be running");
            assertThat(report.leftovers()).isEqualTo(RUNS.instances());
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
        try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.on(CREATE, interrupting))) {
            InstanceOperations instances = new InstanceOperations(RUNS.service(service.url()), null);
            assertThatThrownBy(instances::create)
                    .isInstanceOf(ContractViolationError.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            assertThatThrownBy(instances::create)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("an earlier creation may still be running");
            assertThat(RUNS.instances()).hasSize(1);
        }
    }

    @Test
    void createsNothingMoreAfterAnUnknownOutcome() {
        String failed = "{\"code\":-2,\"msg\":\"system exception\"}";
        try (ModifyingProxy service = RUNS.proxy(
                ModifyingProxy.on(CREATE, response -> response.status(200).body(failed)))) {
            Report report = run(service);
            assertThat(service.requestCount("POST /api/open/v2" + CREATE)).isEqualTo(1);
            assertThat(KitRuns.reasons(report)).contains("an earlier creation may still be running");
        }
    }

    @Test
    void destroysTheInstanceThatAnInvalidResponseNames() {
        try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.replacing(CREATE, "\"code\":0,", ""))) {
            Report report = run(service);
            assertThat(report.held()).isFalse();
            assertThat(service.requestCount(DESTROY)).isPositive();
            assertThat(RUNS.instances()).isEmpty();
        }
    }

    /** Modifies the first list of a run, or all later ones. */
    private static ModifyingProxy listing(boolean atTheEnd, UnaryOperator<ProxiedResponse> modify) {
        AtomicInteger lists = new AtomicInteger();
        return RUNS.proxy(ModifyingProxy.on(
                "/instance/list",
                response -> lists.incrementAndGet() > 1 == atTheEnd ? modify.apply(response) : response));
    }

    @Test
    void reportsThatTheLastListCouldNotBeRead() {
        List<UnaryOperator<ProxiedResponse>> unreadable = List.of(
                ProxiedResponse::tooManyRequests,
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
            }
        }
    }

    @Test
    void doesNotStartIfTheListOfInstancesCannotBeRead() {
        try (ModifyingProxy service =
                RUNS.proxy(ModifyingProxy.on("/instance/list", response -> response.status(500)))) {
            assertThatThrownBy(() -> run(service, "listPods"))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessage("the list of instances cannot be read (HTTP 500)");
            assertThat(service.methods()).containsOnly("GET");
        }
    }

    @Test
    void doesNotStartWithARejectedKey() {
        try (ModifyingProxy service = listing(false, response -> response.body("{\"code\":2,\"msg\":\"log in\"}"))) {
            assertThatThrownBy(() -> run(service, "listPods"))
                    .hasMessageContaining("rejects the API key (HTTP 200 with code 2)");
        }
    }
}
