package io.gpucloud.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.resource.InstanceSpec;
import java.io.IOException;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@ExtendWith(GpuCloudStubExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class GpuCloudStubExtensionIT {

    private static final Set<URI> STUBS = ConcurrentHashMap.newKeySet();
    private static final Set<String> KEYS = ConcurrentHashMap.newKeySet();
    private static final String GPU = "gpu-l40s";
    private static final InstanceSpec SPEC = GpuCloudStubTestIT.SPEC;
    private static final RentalPlan PLAN = GpuCloudStubTestIT.PLAN;

    @RepeatedTest(5)
    void givesEachTestAnAccountAndAClockOfItsOwn(
            StubAccount account, StubClock clock, StubJournal journal, GpuCloudClient client) {
        STUBS.add(account.baseUrl());
        assertThat(STUBS).hasSize(1);
        assertThat(KEYS.add(account.apiKey())).isTrue();
        Instant start = Instant.ofEpochSecond(4_000_000_000L + KEYS.size() * 86_400L);
        clock.freezeAt(start);
        client.instances().create(SPEC);

        for (int week = 1; week <= 5; week++) {
            clock.advance(Duration.ofDays(7));
            assertThat(clock.now()).isEqualTo(start.plus(Duration.ofDays(7L * week)));
        }

        assertThat(client.instances().list()).hasSize(1);
        assertThat(journal.requests())
                .extracting(StubRequest::operation)
                .containsExactly("createInstanceByPod", "listInstances");
        journal.clear();
        assertThat(journal.requests()).isEmpty();
    }

    @Test
    void waitsOfTheClientTakeTheTimeOfTheAccountOnly(GpuCloudClient client, StubAccount account, StubClock clock) {
        account.takesTime(Duration.ofMinutes(20), Duration.ofHours(1), Duration.ofHours(1));
        clock.freeze();
        Instant begin = clock.now();
        String instance = client.instances().create(SPEC).instanceUuid();

        client.instances()
                .waitUntilRunning(
                        instance,
                        WaitOptions.builder().timeout(Duration.ofHours(4)).build());

        assertThat(Duration.between(begin, clock.now())).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(25));
    }

    @Test
    void endsPausesInTheOrderInWhichTheyAreDue(StubAccount account, StubClock clock) {
        clock.freeze();
        Instant begin = clock.now();
        WaitTimer timer = new AccountTimer(clock);

        CompletableFuture<?> later = timer.after(Duration.ofMillis(90_500));
        CompletableFuture<?> sooner = timer.after(Duration.ofMillis(30_700));
        CompletableFuture.allOf(later, sooner).join();

        assertThat(timer.now()).isAfterOrEqualTo(begin.plusMillis(90_500));
        assertThat(clock.now()).isBefore(begin.plusSeconds(140));
        assertThat(account.client()).isSameAs(account.client());
    }

    @Test
    void waitsEndWhenTheTestMovesTheClockInTheManualMode(
            GpuCloudClient client, StubAccount account, StubClock clock, StubJournal journal) {
        account.takesTime(Duration.ofMinutes(20), Duration.ofHours(1), Duration.ofHours(1));
        clock.manual();
        Instant begin = clock.now();
        String instance = client.instances().create(SPEC).instanceUuid();
        CompletableFuture<?> running = CompletableFuture.supplyAsync(() -> client.instances()
                .waitUntilRunning(
                        instance,
                        WaitOptions.builder().timeout(Duration.ofHours(4)).build()));
        assertThat(journal.awaitRequest("listInstances", Duration.ofSeconds(30)).status())
                .isEqualTo(200);
        assertThat(clock.now()).isEqualTo(begin);

        while (!running.isDone()) {
            clock.advance(Duration.ofSeconds(10));
        }

        assertThat(running).isCompleted();
        assertThat(Duration.between(begin, clock.now())).isGreaterThanOrEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void setsCapacity(StubCapacity capacity, StubClock clock, StubFaults faults, GpuCloudClient client) {
        clock.freeze();
        SortedMap<Instant, Integer> changes = new TreeMap<>();
        changes.put(clock.now().plusSeconds(10), 1);
        capacity.schedule(GPU, 0, changes);
        assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(GpuCloudException.class);
        clock.advance(Duration.ofSeconds(10));
        client.instances().create(SPEC);
        capacity.unlimited(GPU);
        client.instances().create(SPEC);

        faults.noCapacity(GPU);

        assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(GpuCloudException.class);
    }

    @Test
    void shutsInstancesDownAfterAFailedBootAndByTimer(StubFaults faults, StubClock clock, GpuCloudClient client) {
        faults.bootFails();
        String failed = client.instances().create(SPEC).instanceUuid();
        String instance = client.instances().create(SPEC).instanceUuid();
        clock.advance(Duration.ofHours(5));
        assertThat(client.instances().find(failed).orElseThrow().status()).isEqualTo(InstanceStatus.SHUT_DOWN);

        client.instances().scheduleShutdown(instance, Duration.ofHours(1));
        clock.advance(Duration.ofHours(2));

        assertThat(client.instances().find(instance).orElseThrow().status()).isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    @Test
    void endsAFaultAfterItsTime(StubFaults faults, StubClock clock, GpuCloudClient client) {
        clock.freeze();
        GpuCloudClient once = client.withOptions(options -> options.maxAttempts(1));
        faults.set(StubFault.html(503).lasting(Duration.ofMinutes(10)));
        clock.advance(Duration.ofMinutes(9));
        assertThatThrownBy(() -> once.gpus().list()).isInstanceOf(GpuCloudException.class);

        clock.advance(Duration.ofMinutes(1));

        assertThat(once.gpus().list()).isNotEmpty();
    }

    @Test
    void resetsOneAccountOnly(StubAccount account, StubClock clock, GpuCloudClient client) {
        StubAccount other = anotherOf(account);
        other.client().instances().create(SPEC);
        client.instances().create(SPEC);
        account.faults().set(StubFault.status(500));
        clock.advance(Duration.ofDays(30));

        account.reset();

        assertThat(client.instances().list()).isEmpty();
        assertThat(account.journal().requests()).extracting(StubRequest::status).containsExactly(200);
        assertThat(clock.now()).isBefore(Instant.now().plus(Duration.ofDays(1)));
        assertThat(other.client().instances().list()).hasSize(1);
        other.close();
    }

    @Test
    void isGivenAProviderState(StubAccount account, GpuCloudClient client) {
        Map<String, String> values = account.given("an instance is running", Map.of("gpu_nums", "2"));
        String instance = requireNonNull(values.get("instance_uuid"));
        assertThat(client.instances().get(instance).isRunning()).isTrue();

        account.given("an account with nothing but money", Map.of("balance", "0.01"));
        assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(InsufficientFundsException.class);
        account.card(new BigDecimal("50.00"), "pod-comfyui");
        client.instances().create(SPEC);
        account.balance(new BigDecimal("5.00"));
        account.payIn(new BigDecimal("12.50"));
        assertThat(client.billing().balance().balance()).isEqualByComparingTo("17.50");

        assertThatThrownBy(() -> account.given("no such state", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an instance is running");
    }

    @Test
    void performsTheOperationBeforeAFaultThatComesAfterTheEffect(
            GpuCloudClient client, StubFaults faults, StubJournal journal) {
        for (StubFault fault : List.of(StubFault.status(500).afterEffect(), StubFault.resetAfterEffect())) {
            int before = client.instances().list().size();
            faults.set(fault.on("createInstanceByPod").times(1));

            assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(GpuCloudException.class);

            assertThat(client.instances().list()).hasSize(before + 1);
        }
        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD))
                .extracting(StubRequest::effect)
                .endsWith(StubFault.RESET_AFTER_EFFECT);
        assertThatThrownBy(() -> StubFault.html(502).afterEffect()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void opensWithASeed(StubAccount account, StubClock clock, GpuCloudClient client, @TempDir Path folder)
            throws IOException {
        client.instances().create(SPEC);
        String seed = """
                {"recharges": [{"amount": 100, "trade_offset": "-P1D"}],
                 "bills": [{"amount": 5, "charge_channel": 1, "settle_start_offset": "-PT2H", "settle_end_offset": "-PT1H"}],
                 "images": [{"title": "base", "save_image_status": 3}],
                 "instances": [{"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-l40s", "gpu_nums": 1, "status": 22}],
                 "clock": {"now": 4000000000, "frozen": true},
                 "faults": [{"operation": "listGpus", "code": 7, "for_seconds": 600}]}
                """;

        account.seed(Files.writeString(folder.resolve("seed.json"), seed));

        assertThat(clock.now()).isEqualTo(Instant.ofEpochSecond(4_000_000_000L));
        assertThat(client.instances().list())
                .extracting(instance -> instance.status())
                .containsExactly(InstanceStatus.SHUT_DOWN);
        assertThat(client.images().privateImages()).hasSize(1);
        assertThat(client.billing().bills()).hasSize(1);
        assertThatThrownBy(() -> client.gpus().list()).isInstanceOf(GpuCloudException.class);
        clock.advance(Duration.ofMinutes(10));
        assertThat(client.gpus().list()).isNotEmpty();

        account.reset();
        assertThatThrownBy(() -> client.gpus().list()).isInstanceOf(GpuCloudException.class);
        assertThatThrownBy(() -> account.seed("{\"faults\": [{\"effect\": \"none\"}]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seed.faults[0].effect must be one of");
        assertThatThrownBy(() -> account.seed("{"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON");
    }

    @Test
    void namesTheEffectsOfFaults() throws IllegalAccessException {
        for (Field constant : StubFault.class.getFields()) {
            String effect = (String) constant.get(null);
            assertThat(effect).isEqualTo(constant.getName().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void namesTheOperationsAsTheContractDoes() throws IllegalAccessException {
        Map<String, String> expected = new TreeMap<>();
        for (Field operation : ApiOperation.class.getFields()) {
            expected.put(operation.getName(), ((ApiOperation) operation.get(null)).id());
        }
        // Observed operations, which the contract does not document.
        expected.put("GET_INSTANCE", "getInstance");
        expected.put("SHUT_DOWN_INSTANCE", "shutDownInstance");
        Map<String, String> constants = new TreeMap<>();
        for (Field constant : Operations.class.getFields()) {
            constants.put(constant.getName(), (String) constant.get(null));
        }

        assertThat(constants).isEqualTo(expected);
    }

    @Test
    void rejectsASettingWithoutAValueBeforeAStubStarts() {
        assertThatThrownBy(() -> GpuCloudStubExtension.with("stub.lifecycle.boot"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"stub.lifecycle.boot\"")
                .hasMessageContaining("name=value");
    }

    /** As tests do that wait there for a lock. */
    @Test
    void callsTheStubAlsoIfTheCommonPoolIsBusy(StubClock clock) {
        CountDownLatch end = new CountDownLatch(1);
        for (int thread = 0; thread < ForkJoinPool.getCommonPoolParallelism(); thread++) {
            ForkJoinPool.commonPool().execute(() -> awaitUninterruptibly(end));
        }
        try {
            assertThat(clock.now()).isNotNull();
        } finally {
            end.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closesLeasesBeforeTheAccountIsDeleted() {
        try (GpuCloudStubServer server = GpuCloudStubServer.start()) {
            StubAccount account = server.newAccount();
            Leases leases = account.leases();
            leases.rent(PLAN);
            account.clock().manual();
            account.faults().outage();

            account.close();

            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void deletesAccountsThatWereMadeByHandWithTheirServer(StubAccount reader) {
        StubAccount account;
        try (GpuCloudStubServer server = GpuCloudStubServer.start()) {
            account = server.newAccount();
            account.client().instances().create(SPEC);
        }

        // The key opens a new account.
        try (GpuCloudClient later = GpuCloudClient.builder()
                .baseUrl(reader.baseUrl().toString())
                .apiKey(account.apiKey())
                .build()) {
            assertThat(later.instances().list()).isEmpty();
        }
    }

    @Nested
    class WithAnAccountForTheClass {

        private static String key = "";

        @BeforeAll
        static void rent(StubAccount account, Leases leases) {
            key = account.apiKey();
            leases.rent(PLAN);
        }

        @RepeatedTest(2)
        void sharesItAmongTheTests(StubAccount account, GpuCloudClient client) {
            assertThat(account.apiKey()).isEqualTo(key);
            assertThat(client.instances().list()).hasSize(1);
        }
    }

    private static StubAccount anotherOf(StubAccount account) {
        return new StubAccount(account.baseUrl(), account.apiKey() + "-other", account.admin());
    }

    @Nested
    class WithSettingsOfItsOwn {

        @RegisterExtension
        static final GpuCloudStubExtension STUB = GpuCloudStubExtension.with("stub.lifecycle.boot=7s");

        private final StubAccount ofTheConstructor;

        WithSettingsOfItsOwn(StubAccount account) {
            ofTheConstructor = account;
        }

        @Test
        void replacesTheStubOfTheEnclosingClass(StubAccount account) {
            assertThat(account).isSameAs(ofTheConstructor);
            assertThat(bootsInSevenSeconds(account)).isTrue();
        }

        @Nested
        class WithoutOne {

            @Test
            void hasThatOfTheNextEnclosingClass(StubAccount account) {
                assertThat(bootsInSevenSeconds(account)).isTrue();
            }
        }

        private static boolean bootsInSevenSeconds(StubAccount account) {
            account.clock().freeze();
            account.client().instances().create(SPEC);
            account.clock().advance(Duration.ofSeconds(7));
            return account.running() == 1;
        }
    }

    @Test
    void limitsTheRateOfOneOperation(StubFaults faults, GpuCloudClient client) {
        GpuCloudClient once = client.withOptions(options -> options.maxAttempts(1));
        faults.rateLimit(Operations.LIST_GPUS, 1, Duration.ofSeconds(3));

        assertThat(once.instances().list()).isEmpty();
        assertThatThrownBy(() -> once.gpus().list()).isInstanceOf(RateLimitedException.class);
    }

    @Test
    void reportsThatTheJournalHasLostRequests() {
        try (GpuCloudStubServer server = GpuCloudStubServer.start("stub.limits.journal=3")) {
            StubAccount quiet = server.newAccount();
            StubAccount busy = server.newAccount();
            quiet.client().gpus().list();
            for (int i = 0; i < 5; i++) {
                busy.client().gpus().list();
            }

            assertThat(quiet.journal().requests()).hasSize(1);
            assertThatThrownBy(() -> busy.journal().requests(Operations.LIST_GPUS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("lacks 2 requests of this account")
                    .hasMessageContaining("stub.limits.journal");
            assertThatThrownBy(() -> busy.journal().awaitRequests(Operations.LIST_GPUS, 4, Duration.ofMillis(1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("requested 3 times")
                    .hasMessageContaining("lacks 2 requests");
            assertThat(busy.journal().awaitRequests(Operations.LIST_GPUS, 2, Duration.ofMillis(1)))
                    .hasSize(2);
        }
    }
}
