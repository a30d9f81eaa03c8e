package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.CHEAP;
import static io.gpucloud.contract.lease.TestAccount.DEAR;
import static io.gpucloud.contract.lease.TestAccount.HOUR;
import static io.gpucloud.contract.lease.TestAccount.POD;
import static io.gpucloud.contract.lease.TestAccount.SOLD_OUT;

import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.testing.StubFault;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The events of one run, all of them drawn from a seed: the rentals and their use, the stock over time, and the faults
 * that occur.
 *
 * @param stock the number of free GPUs of the cheap model over time
 * @param handOvers how often a program is replaced at its end, and hands its leases over
 * @param clockError by how much the clock of the program is wrong until the first list
 * @param spendingLimit what all programs with one journal may spend in a day; null for any amount
 * @param lists10MinutesLate whether one instance is listed up to 10 minutes late, and programs end after that
 */
record Scenario(
        List<RentalPlan> plans,
        List<Use> uses,
        boolean atOnce,
        Account account,
        int handOvers,
        Duration clockError,
        Duration boot,
        List<Integer> stock,
        List<StubFault> faults,
        @Nullable BigDecimal spendingLimit,
        @Nullable Integer maxOpenLeases,
        @Nullable BigDecimal maxHourlyCost,
        LyingService.Lies lies,
        boolean lists10MinutesLate,
        boolean uniqueTags) {

    /** Lists lag less than this. */
    static final Duration WINDOW = Duration.ofSeconds(30);

    static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** The use of a running instance by a program. */
    enum Use {
        WORK,
        REACH,
        FAIL,
        KEEP,
        INTERRUPT,
        /** Cancels the rental after some of its calls. */
        CANCEL,
        /** Leaves the lease open until the program ends. */
        LEAVE
    }

    /** The programs that create instances in the account. */
    enum Account {
        SHARED(AccountUse.SHARED),
        SOLE_USER(AccountUse.SOLE_USER),
        /** Two replicas, which give their instances titles. */
        REPLICAS(AccountUse.OWNER_TITLES);

        private final AccountUse use;

        Account(AccountUse use) {
            this.use = use;
        }
    }

    static Scenario of(long seed, boolean liesOfRefusal) {
        Random random = new Random(seed);
        int rentals = 1 + random.nextInt(3);
        Account account = one(random, Account.values());
        List<StubFault> faults = Stream.generate(() -> fault(random))
                .limit(random.nextInt(5))
                .collect(Collectors.toCollection(ArrayList::new));
        if (liesOfRefusal) {
            faults.add(StubFault.status(429)
                    .afterEffect()
                    .on("createInstanceByPod")
                    .times(1));
        }
        // At most one disturbance hides instances from lists: two may do so for longer than the window.
        int hiding = random.nextInt(6);
        boolean late = hiding == 3;
        if (late) {
            faults.add(StubFault.listLag(Duration.ofSeconds(1 + random.nextInt(599)))
                    .times(1));
        } else if (hiding == 4) {
            faults.add(hiding(random));
        }
        return new Scenario(
                IntStream.range(0, rentals)
                        .mapToObj(i -> plan(random, "job-" + i))
                        .toList(),
                Stream.generate(() -> one(random, Use.values())).limit(rentals).toList(),
                account == Account.SOLE_USER && random.nextBoolean(),
                account,
                random.nextBoolean() ? 1 + random.nextInt(3) : 0,
                one(random, Duration.ZERO, Duration.ofHours(8), Duration.ofHours(-8)),
                Duration.ofSeconds(random.nextInt(40)),
                List.of(random.nextInt(4), random.nextInt(4)),
                faults,
                random.nextBoolean() ? null : BigDecimal.valueOf(2L + random.nextInt(9)),
                random.nextInt(3) == 0 ? 1 + random.nextInt(3) : null,
                random.nextInt(3) == 0 ? BigDecimal.valueOf(4L + random.nextInt(12)) : null,
                LyingService.Lies.of(random, WINDOW, hiding),
                late,
                random.nextBoolean());
    }

    /** Whether a program that ends hands its leases over. Its successors do so as well, as often as it says. */
    boolean handOver() {
        return handOvers > 0;
    }

    /** How many programs rent at the same time. With a journal, they share it. */
    int programs() {
        return account == Account.REPLICAS || (account == Account.SHARED && handOver()) ? 2 : 1;
    }

    /** How many programs have limits of their own. */
    int limits() {
        return handOver() ? 1 : programs();
    }

    LeaseOptions options(Path journal) {
        LeaseOptions.Builder options = LeaseOptions.builder()
                .withoutJournal()
                .closeOnExit(false)
                .accountUse(account.use)
                .window(WINDOW)
                .interval(INTERVAL)
                .clockTolerance(WINDOW)
                .destroyDeadline(DEADLINE)
                .uniqueTags(uniqueTags)
                .watchInterval(Duration.ZERO);
        if (maxOpenLeases != null) {
            options.maxOpenLeases(maxOpenLeases);
        }
        if (maxHourlyCost != null) {
            options.maxHourlyCost(maxHourlyCost);
        }
        if (spendingLimit != null) {
            options.spendingLimit(spendingLimit, Duration.ofDays(1));
        }
        if (handOver()) {
            options.owner("orphans")
                    .journal(journal)
                    .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                    .onClose(OnClose.HAND_OVER);
        }
        return options.build();
    }

    SortedMap<Instant, Integer> stockFrom(Instant begun) {
        return new TreeMap<>(Collections.singletonMap(begun.plusSeconds(20), stock.get(1)));
    }

    private static RentalPlan plan(Random random, String tag) {
        List<String> models = new ArrayList<>(List.of(CHEAP, DEAR, SOLD_OUT));
        Collections.shuffle(models, random);
        return RentalPlan.builder()
                .podUuid(POD)
                .tag(tag)
                .maxLifetime(HOUR)
                .gpus(models.toArray(String[]::new))
                .createTimeout(WINDOW.multipliedBy(4))
                .bootTimeout(DEADLINE)
                .onNoCapacity(one(random, NoCapacityPolicy.values()))
                .renewTimerEvery(random.nextInt(4) == 0 ? Duration.ofMinutes(1 + random.nextInt(10)) : null)
                .build();
    }

    private static StubFault hiding(Random random) {
        return one(
                random,
                StubFault.listLag(WINDOW.minusSeconds(1 + random.nextInt(25))).times(1 + random.nextInt(2)),
                emptyList().on("listInstances").times(1 + random.nextInt(3)));
    }

    private static StubFault fault(Random random) {
        StubFault fault = switch (random.nextInt(8)) {
            case 0, 1, 2 -> afterEffect(random).on("createInstanceByPod");
            case 3 -> withoutEffect(random).on("createInstanceByPod");
            case 4 ->
                one(random, afterEffect(random), withoutEffect(random), StubFault.status(401), StubFault.status(403))
                        .on("destroyInstance");
            case 5 -> withoutEffect(random).on("listInstances");
            case 6 -> withoutEffect(random).on("setShutdownTimer");
            default -> ofLifecycle(random);
        };
        return random.nextInt(3) == 0 ? fault.times(3).probability(0.5) : fault.times(1 + random.nextInt(2));
    }

    private static StubFault emptyList() {
        return StubFault.status(200).body("{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_list\":[]}}");
    }

    private static StubFault afterEffect(Random random) {
        return one(
                random,
                StubFault.resetAfterEffect(),
                StubFault.truncateBody(),
                StubFault.status(500).afterEffect(),
                StubFault.status(502).afterEffect(),
                StubFault.code(-2, "execution failed").afterEffect());
    }

    private static StubFault withoutEffect(Random random) {
        return one(
                random,
                StubFault.resetConnection(),
                StubFault.status(500),
                StubFault.status(429).retryAfter(Duration.ofSeconds(3)),
                StubFault.html(502),
                StubFault.html(200),
                StubFault.code(-1, "query failed"),
                StubFault.code(-2, "system exception"));
    }

    private static StubFault ofLifecycle(Random random) {
        return one(
                random,
                StubFault.neverBoot(),
                StubFault.bootFails(),
                StubFault.noServerUrl(WINDOW),
                StubFault.refuseDestroy());
    }

    @SafeVarargs
    private static <T> T one(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
