package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.gpucloud.stub.account.Rules.Metering;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.BillEntry;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Properties of an account that hold after random operations, at random moments, with random faults. */
class AccountPropertiesTest {

    /** The statuses that an instance can have one operation and one moment after each status. */
    private static final Map<InstanceStatus, Set<InstanceStatus>> REACHABLE = Map.of(
            InstanceStatus.CREATED, EnumSet.allOf(InstanceStatus.class),
            InstanceStatus.RUNNING, EnumSet.allOf(InstanceStatus.class),
            InstanceStatus.SHUTTING_DOWN, EnumSet.of(InstanceStatus.SHUTTING_DOWN, InstanceStatus.SHUT_DOWN),
            InstanceStatus.SHUT_DOWN, EnumSet.of(InstanceStatus.SHUT_DOWN, InstanceStatus.CREATED),
            InstanceStatus.ENDED_ABNORMALLY, EnumSet.of(InstanceStatus.ENDED_ABNORMALLY, InstanceStatus.CREATED));

    private static final List<Kind> EFFECTS = List.of(Kind.values());

    enum Verb {
        CREATE,
        CREATE_SCARCE,
        START,
        RESTART,
        TIMER,
        SAVE,
        DESTROY,
        DELETE_IMAGES,
        PAY_IN,
        SET_BALANCE,
        BIND_CARD,
        STOCK,
        FAULT,
        LOOK,
        WAIT,
        WAIT_LONG
    }

    /** One step. A step that is impossible at the moment is rejected and changes nothing. */
    record Step(Verb verb, int n) {

        void apply(Tenant tenant) {
            try {
                act(tenant);
            } catch (DomainException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }

        private void act(Tenant tenant) {
            String some = some(tenant);
            switch (verb) {
                case CREATE ->
                    tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1 << n % 4));
                case CREATE_SCARCE ->
                    tenant.does(account -> account.createFromImage(Tenant.MARKET_IMAGE, Tenant.SCARCE_GPU, 1 << n % 4));
                case START -> tenant.does(account -> account.start(some, null, null));
                case RESTART -> tenant.does(account -> account.restart(some));
                case TIMER -> tenant.does(account -> account.setShutdownTimer(some, n % 120, true));
                case SAVE -> tenant.does(account -> account.saveImage(some, null, null));
                case DESTROY -> tenant.does(account -> account.destroy(some));
                case DELETE_IMAGES -> deleteImages(tenant);
                case PAY_IN -> tenant.does(account -> account.payIn(n));
                case SET_BALANCE -> tenant.does(account -> account.setBalance(n * 10L));
                case STOCK ->
                    tenant.does(account -> account.replaceStock(
                            Tenant.SCARCE_GPU,
                            new StockSchedule(n % 5, List.of(new StockSchedule.Change(tenant.now() + n, n % 4)))));
                case BIND_CARD -> tenant.does(account -> account.bindCard(n + 1L, 1 + n % 3, List.of()));
                case FAULT -> tenant.suffers(EFFECTS.get(n % EFFECTS.size()), n, 1);
                case LOOK -> tenant.reads(ReadOnlyAccount::listInstances);
                case WAIT -> tenant.after(n);
                case WAIT_LONG -> tenant.after(n * 100L);
            }
        }

        private String some(Tenant tenant) {
            List<Instance> instances = tenant.reads(ReadOnlyAccount::listInstances);
            return instances.isEmpty()
                    ? "none"
                    : instances.get(n % instances.size()).uuid();
        }

        private static void deleteImages(Tenant tenant) {
            for (PrivateImage image : tenant.reads(ReadOnlyAccount::listPrivateImages)) {
                if (image.status() != SaveImageStatus.UPLOADING) {
                    tenant.does(account -> account.deleteImage(image.uuid()));
                }
            }
        }
    }

    private static Gen<List<Step>> steps() {
        Gen<Step> step = pick(Arrays.asList(Verb.values())).zip(integers().between(0, 500), Step::new);
        return lists().of(step).ofSizeBetween(0, 60);
    }

    private static Tenant tenant() {
        return Tenant.with(
                Tenant.rules(new Metering(true, true), 10),
                Tenant.seed(3_000, Tenant.card(700, 1), Tenant.card(400, 2, Tenant.POD)));
    }

    @Test
    void eachStepKeepsTheRules() {
        qt().withExamples(400).forAll(steps()).checkAssert(steps -> {
            Tenant tenant = tenant();
            for (Step step : steps) {
                step.apply(tenant);
                AccountSnapshot state = tenant.state();
                assertMoneyIsConserved(tenant.balance(), state);
                assertNothingHappensBeforeItsTime(state);
                assertNoGpuIsHandedOutTwice(state);
            }
        });
    }

    private static void assertMoneyIsConserved(long balance, AccountSnapshot state) {
        assertThat(balance).isNotNegative();
        assertThat(balance + billed(state, ChargeChannel.BALANCE))
                .isEqualTo(state.ledger().recharges().stream()
                        .mapToLong(Recharge::cents)
                        .sum());
        assertThat(billed(state, ChargeChannel.CARD))
                .isEqualTo(state.ledger().cards().stream()
                        .mapToLong(card -> card.faceCents() - card.leaveCents())
                        .sum());
        assertThat(state.ledger().cards()).allMatch(card -> card.leaveCents() >= 0);
    }

    private static long billed(AccountSnapshot state, ChargeChannel channel) {
        return Stream.concat(state.ledger().entries().stream(), state.ledger().carriedOver().stream())
                .filter(charge -> charge.channel() == channel)
                .mapToLong(BillEntry::cents)
                .sum();
    }

    private static void assertNothingHappensBeforeItsTime(AccountSnapshot state) {
        assertThat(state.agenda()).allMatch(entry -> entry.due() >= state.moment());
        assertThat(state.ledger().entries()).allMatch(charge -> charge.end() <= state.moment());
        assertThat(state.instances()).allMatch(instance -> instance.startTime() <= state.moment());
    }

    private static void assertNoGpuIsHandedOutTwice(AccountSnapshot state) {
        int held = state.instances().stream()
                .filter(instance -> instance.order().gpuUuid().equals(Tenant.SCARCE_GPU))
                .filter(instance -> instance.status().holdsGpus())
                .mapToInt(instance -> instance.order().gpuNums())
                .sum();
        assertThat(held).isBetween(0, 4);
    }

    @Test
    void statusesFollowTheTable() {
        qt().withExamples(400).forAll(steps()).checkAssert(steps -> {
            Tenant tenant = tenant();
            Map<String, InstanceStatus> before = new HashMap<>();
            for (Step step : steps) {
                step.apply(tenant);
                Map<String, InstanceStatus> after = new HashMap<>();
                for (Instance instance : tenant.state().instances()) {
                    InstanceStatus was = before.get(instance.uuid());
                    if (was != null) {
                        assertThat(REACHABLE.get(was)).contains(instance.status());
                    }
                    after.put(instance.uuid(), instance.status());
                }
                before = after;
            }
        });
    }

    @Test
    void identifiersAndNamesAreNeverGivenTwice() {
        qt().withExamples(200).forAll(steps()).checkAssert(steps -> {
            Tenant tenant = tenant();
            steps.forEach(step -> step.apply(tenant));
            AccountSnapshot state = tenant.state();
            assertThat(state.instances()).extracting(Instance::uuid).doesNotHaveDuplicates();
            assertThat(state.images()).extracting(PrivateImage::uuid).doesNotHaveDuplicates();
            assertThat(state.images()).extracting(PrivateImage::title).doesNotHaveDuplicates();
            assertThat(tenant.bills()).extracting(Bill::orderNumber).doesNotHaveDuplicates();
        });
    }

    @Test
    void readingOftenHasTheSameResultAsReadingOnce() {
        qt().withExamples(300).forAll(steps(), integers().between(1, 5_000)).checkAssert((steps, patience) -> {
            Tenant once = tenant();
            Tenant often = tenant();
            for (Step step : steps) {
                step.apply(once);
                step.apply(often);
            }
            once.after(patience);
            for (int second = 0; second < patience; second += 1 + patience / 50) {
                often.after(Math.min(1 + patience / 50, patience - second)).reads(ReadOnlyAccount::getBalance);
            }
            assertThat(often.state()).isEqualTo(once.state());
        });
    }

    /** The visible contents of an account, without its moment. */
    private record Seen(
            String revision, AccountOverview overview, AccountOverview.Instances instances, List<Instance> listed) {

        static Seen of(Tenant tenant) {
            AccountOverview overview = tenant.reads(ReadOnlyAccount::overview);
            AccountOverview.Instances instances = tenant.reads(ReadOnlyAccount::instances);
            return new Seen(
                    tenant.reads(ReadOnlyAccount::revision),
                    new AccountOverview(
                            0,
                            overview.balance(),
                            overview.spentCents(),
                            overview.hourlyCents(),
                            overview.cards(),
                            overview.images(),
                            overview.counts(),
                            overview.durations(),
                            overview.stock(),
                            overview.nextEvents()),
                    new AccountOverview.Instances(0, instances.instances(), instances.events()),
                    tenant.reads(ReadOnlyAccount::listInstances));
        }
    }

    @Test
    void anotherStateIsAnotherRevision() {
        qt().withExamples(400).forAll(steps(), steps()).checkAssert((first, second) -> {
            Map<String, Seen> seen = new HashMap<>();
            for (List<Step> steps : List.of(first, second)) {
                Tenant tenant = tenant();
                for (Step step : steps) {
                    step.apply(tenant);
                    Seen now = Seen.of(tenant);
                    assertThat(seen.merge(now.revision(), now, (before, after) -> before))
                            .isEqualTo(now);
                }
            }
        });
    }

    @Test
    void theRevisionStaysTheSameWhileNothingIsDue() {
        Tenant tenant = tenant();
        String uuid = tenant.runs();
        String revision = tenant.reads(ReadOnlyAccount::revision);
        tenant.after(Tenant.HOUR - 1).reads(ReadOnlyAccount::listInstances);
        assertThat(tenant.reads(ReadOnlyAccount::revision)).isEqualTo(revision);
        tenant.after(1);
        assertThat(tenant.reads(ReadOnlyAccount::revision)).isNotEqualTo(revision);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aRestoredSnapshotContinuesLikeTheOriginal() {
        qt().withExamples(300).forAll(steps(), steps()).checkAssert((before, after) -> {
            Tenant original = tenant();
            Tenant copied = tenant();
            before.forEach(step -> step.apply(original));
            before.forEach(step -> step.apply(copied));
            copied.moved();
            after.forEach(step -> step.apply(original));
            after.forEach(step -> step.apply(copied));
            assertThat(copied.state()).isEqualTo(original.state());
        });
    }
}
