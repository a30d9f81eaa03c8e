package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.contract.lease.RentingProgram.Leasing;
import io.gpucloud.contract.lease.Scenario.Account;
import io.gpucloud.testing.StubRequest;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts orphans after random faults and schedules, for leases and for a plain program in the same runs. The number of
 * runs is the system property {@code lease.runs}, with which it prints the counts; a run that fails is repeated by
 * {@code lease.seed}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrphansTest extends LeaseTestBase {

    private static final long RUNS = Long.getLong("lease.runs", 30);
    private static final long FIRST = Long.getLong("lease.seed", 1);
    private static final String PROGRAM = "x-program";

    /** In fewer runs a plain program may leave no orphan. */
    private static final int ENOUGH = 20;

    private final Tally honest = new Tally();
    private final Tally falseRejections = new Tally();
    private final Set<String> foreign = new HashSet<>();

    /** Held while an instance is created, because threads of leases do not take turns. */
    private final Object creation = new Object();

    private final Map<String, BigDecimal> prices = new HashMap<>();
    private final List<String> exceeded = new ArrayList<>();
    private final Map<String, String> tagged = new HashMap<>();

    /** The counts of all runs. */
    private static final class Tally {
        private int runs;
        private int created;
        private int named;
        private int namedBySoleUsers;
        private int notDestroyed;
        private int orphans;
        private int limited;
        private int plainRuns;
        private int plainCreated;
        private int plainOrphans;

        @Override
        public String toString() {
            return ("%,d runs, %,d with a limit whose bills are checked; leases: %,d created, %,d left and named (%,d of them in runs of a sole user, %,d because they could not be"
                            + " destroyed), %,d orphans; plain: %,d created, %,d orphans")
                    .formatted(
                            runs,
                            limited,
                            created,
                            named,
                            namedBySoleUsers,
                            notDestroyed,
                            orphans,
                            plainCreated,
                            plainOrphans);
        }
    }

    static LongStream seeds() {
        return LongStream.range(FIRST, FIRST + RUNS);
    }

    static LongStream fewSeeds() {
        return LongStream.range(FIRST, FIRST + Math.max(1, RUNS / 10));
    }

    @BeforeEach
    void forgetOthers() {
        foreign.clear();
        exceeded.clear();
        tagged.clear();
    }

    @AfterAll
    void printMeasurement() {
        if (System.getProperty("lease.runs") != null) {
            System.out.println("lists that lag less than the window: " + honest);
            System.out.println("in addition, one create request per run got 429 after its effect: " + falseRejections);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void leasesLeaveNoUnreportedInstance(long seed, @TempDir Path journal) {
        Scenario scenario = Scenario.of(seed, false);

        Leasing leasing = lease(scenario, seed, journal);

        Set<String> left = left(leasing);
        honest.runs++;
        honest.created += created();
        honest.named += left.size();
        honest.namedBySoleUsers += scenario.account() == Account.SOLE_USER ? left.size() : 0;
        honest.notDestroyed +=
                (int) left.stream().filter(leasing.notDestroyed::contains).count();
        left.removeAll(leasing.named);
        honest.orphans += left.size();
        assertThat(left).as("orphans of %s", scenario).isEmpty();
        assertThat(instances()).as("what the program did not make").containsAll(foreign);
        assertThat(destroyed()).as("what was touched").noneMatch(foreign::contains);
        BigDecimal limit = scenario.spendingLimit();
        boolean stayDestroyed = !scenario.lies().comesBack();
        if (limit != null && scenario.account() != Account.SHARED && leasing.kept.isEmpty() && stayDestroyed) {
            honest.limited++;
            assertThat(billed())
                    .as("bills of %s", scenario)
                    .isLessThanOrEqualTo(limit.multiply(BigDecimal.valueOf(scenario.limits())));
        }
        assertThat(exceeded).as("limits and tags of %s", scenario).isEmpty();
        if (scenario.account() == Account.SHARED) {
            assertThat(sent())
                    .as("creations that may have taken effect")
                    .hasSizeLessThanOrEqualTo(scenario.plans().size() * scenario.programs());
        }
    }

    /** {@link #plainProgramsHaveLeftOrphans} counts the orphans of all runs. */
    @ParameterizedTest
    @MethodSource("seeds")
    void plainProgramsRent(long seed) {
        Scenario scenario = Scenario.of(seed, false);
        prepare(scenario);
        try (GpuCloudClient client = client(scenario).build()) {
            RentingProgram plain = new RentingProgram.Plain(client);
            rent(List.of(plain), scenario, account.time().turns(seed));
            honest.plainRuns++;
            honest.plainCreated += created();
            honest.plainOrphans += left(plain).size();
        }
    }

    /** Otherwise the runs are too easy to prove anything about leases. */
    @AfterAll
    void plainProgramsHaveLeftOrphans() {
        if (honest.plainRuns >= ENOUGH) {
            assertThat(honest.plainOrphans).as("orphans of plain programs").isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void aSweepFindsInstancesOfFalseRejections(long seed, @TempDir Path journal) {
        Leasing leasing = lease(Scenario.of(seed, true), seed, journal);

        Set<String> left = left(leasing);
        left.removeAll(leasing.named);
        falseRejections.runs++;
        falseRejections.created += created();
        falseRejections.orphans += left.size();
        account.time().pass(TestAccount.HOUR);
        sweep(left);
        assertThat(instances()).noneMatch(left::contains).containsAll(foreign);
    }

    /** Sweeps until no error occurs, as a program that sweeps regularly. */
    private void sweep(Set<String> orphans) {
        SweepCriteria sweep = SweepCriteria.olderThan(TestAccount.HOUR)
                .includeTimed()
                .includeOtherOwners()
                .matching(found -> orphans.contains(found.instanceUuid()));
        for (int i = 0; i < 20; i++) {
            try {
                account.leases().sweep(sweep).destroy();
            } catch (GpuCloudException unlucky) {
                assertThat(unlucky).hasMessageContaining("listInstances");
            }
        }
    }

    /** Runs all programs at the same time. Returns one with all that they know. */
    private Leasing lease(Scenario scenario, long seed, Path journal) {
        prepare(scenario);
        Turns turns = account.time().turns(seed);
        LyingService service = new LyingService(scenario.lies(), account.time(), creation);
        List<GpuCloudClient> clients = new ArrayList<>();
        List<Leasing> programs = new ArrayList<>();
        try {
            for (int i = 0; i < scenario.programs(); i++) {
                RentingProgram.Calls calls = new RentingProgram.Calls();
                GpuCloudClient client = client(scenario)
                        .transport(service)
                        .listener(calls)
                        .listener(TestAccount.after(ApiOperation.CREATE_INSTANCE_BY_POD, () -> {
                            synchronized (creation) {
                                checkLimits(scenario, programs);
                            }
                        }))
                        .listener(turns.atSomeCalls())
                        .build();
                clients.add(client);
                LeaseOptions options = scenario.options(journal).toBuilder()
                        .listener(event -> checkTag(scenario, event, programs))
                        .build();
                programs.add(new Leasing(client, options, calls));
            }
            rent(programs, scenario, turns);
            if (scenario.lists10MinutesLate()) {
                account.time().pass(Duration.ofMinutes(10));
            }
            if (scenario.handOver()) {
                programs.get(0).close();
                programs.stream().skip(1).forEach(Leasing::takeOver);
            }
            programs.forEach(program -> program.end(scenario.handOvers() - 1));
        } finally {
            clients.forEach(GpuCloudClient::close);
        }
        programs.stream().skip(1).forEach(programs.get(0)::learn);
        return programs.get(0);
    }

    /** Instances that were given away do not count. */
    private void checkLimits(Scenario scenario, List<Leasing> programs) {
        if (scenario.lies().comesBack()) {
            return;
        }
        Set<String> rented = instances();
        rented.removeAll(foreign);
        programs.forEach(program -> rented.removeAll(program.kept));
        Integer most = scenario.maxOpenLeases();
        if (most != null && rented.size() > most * scenario.limits()) {
            exceeded.add(rented.size() + " instances");
        }
        BigDecimal mostPerHour = scenario.maxHourlyCost();
        BigDecimal perHour = state().path("instances")
                .valueStream()
                .filter(instance -> rented.contains(instance.path("uuid").asString()))
                .map(instance ->
                        prices.getOrDefault(instance.at("/order/gpu_uuid").asString(), BigDecimal.ZERO))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        if (mostPerHour != null && perHour.compareTo(mostPerHour.multiply(BigDecimal.valueOf(scenario.limits()))) > 0) {
            exceeded.add(perHour + " an hour");
        }
    }

    /** Programs with a common journal rent no tag twice at a time. */
    private void checkTag(Scenario scenario, LeaseEvent event, List<Leasing> programs) {
        boolean rented = event.type() == LeaseEvent.Type.RUNNING && scenario.uniqueTags() && scenario.handOver();
        String earlier = rented ? tagged.put(event.tag(), event.instanceUuid()) : null;
        boolean given = programs.stream().anyMatch(program -> program.kept.contains(earlier));
        if (earlier != null
                && !earlier.equals(event.instanceUuid())
                && !given
                && instances().contains(earlier)) {
            exceeded.add(event.tag() + " has " + earlier + " and " + event.instanceUuid());
        }
    }

    private static BigDecimal price(GpuModel model) {
        return Objects.requireNonNull(Objects.requireNonNull(model.price()).hour());
    }

    private void prepare(Scenario scenario) {
        account.client().gpus().list().forEach(model -> prices.put(model.gpuUuid(), price(model)));
        account.stubAccount().takesTime(scenario.boot(), Scenario.WINDOW, Scenario.WINDOW);
        account.capacity()
                .schedule(
                        TestAccount.CHEAP,
                        scenario.stock().get(0),
                        scenario.stockFrom(account.time().now()));
        if (scenario.account() == Account.SHARED) {
            createForeign(TestAccount.DEAR);
        }
        scenario.faults().forEach(account.faults()::set);
    }

    private GpuCloudClientBuilder client(Scenario scenario) {
        AtomicBoolean corrected = new AtomicBoolean();
        GpuCloudClientBuilder builder = account.another()
                .timer(account.time().wrongBy(scenario.clockError(), corrected))
                .listener(TestAccount.after(ApiOperation.LIST_INSTANCES, () -> corrected.set(true)))
                .interceptor(request -> request.header(PROGRAM, "watched"));
        return scenario.account() == Account.SHARED
                ? builder.listener(
                        TestAccount.after(ApiOperation.CREATE_INSTANCE_BY_POD, () -> createForeign(TestAccount.CHEAP)))
                : builder;
    }

    private static void rent(List<? extends RentingProgram> programs, Scenario scenario, Turns turns) {
        List<Runnable> works = new ArrayList<>();
        List<Integer> all = IntStream.range(0, scenario.plans().size()).boxed().toList();
        List<List<Integer>> parts =
                scenario.atOnce() ? all.stream().map(List::of).toList() : List.of(all);
        programs.forEach(program -> parts.forEach(part -> works.add(() -> part.forEach(
                i -> program.run(scenario.plans().get(i), scenario.uses().get(i))))));
        turns.run(works);
    }

    /** Another program creates an instance that looks the same. The result is not checked. */
    private void createForeign(String gpuUuid) {
        synchronized (creation) {
            Set<String> before = instances();
            try {
                // Without a pause, in which others would create instances.
                account.client()
                        .withOptions(changed -> changed.maxAttempts(1))
                        .instances()
                        .create(InstanceSpec.builder()
                                .podUuid(TestAccount.POD)
                                .gpuUuid(gpuUuid)
                                .build());
            } catch (GpuCloudException unlucky) {
                // The instance may exist in spite of the error, which is checked below.
            }
            Set<String> made = instances();
            made.removeAll(before);
            foreign.addAll(made);
        }
    }

    /** All existing instances, whether they are listed yet or not. */
    private Set<String> instances() {
        Set<String> instances = new HashSet<>();
        state().path("instances")
                .forEach(instance -> instances.add(instance.path("uuid").asString()));
        return instances;
    }

    private JsonNode state() {
        return JsonMapper.shared().readTree(account.stubAccount().snapshot()).at("/account/state");
    }

    private BigDecimal billed() {
        return account.client().billing().bills().withPageSize(1000).stream()
                .map(bill -> Objects.requireNonNull(bill.amount()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private int created() {
        return state().path("instance_sequence").asInt() - foreign.size();
    }

    private Set<String> left(RentingProgram program) {
        Set<String> left = instances();
        left.removeAll(foreign);
        left.removeAll(program.kept);
        return left;
    }

    private List<String> destroyed() {
        return account.journal().requests("destroyInstance").stream()
                .map(request -> JsonMapper.shared()
                        .readTree(request.body())
                        .path("instance_uuid")
                        .asString())
                .toList();
    }

    /** The create requests of the program that were not rejected. */
    private List<StubRequest> sent() {
        return account.journal().requests("createInstanceByPod").stream()
                .filter(request -> request.headers().containsKey(PROGRAM))
                .filter(request -> !isRejected(request))
                .toList();
    }

    private static boolean isRejected(StubRequest request) {
        Integer code = request.code();
        boolean byCode = request.status() == 200 && code != null && (code == 1 || code == -1);
        return byCode || request.status() == 429;
    }
}
