package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.fault.DeterministicRandom;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.Trigger;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.paging.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Accounts in a cluster, and the backups that replace them, behave as accounts in memory do. */
class BackupTest {

    private static final Page.Request FIRST = new Page.Request(1, 20);
    private static final String GPU = "gpu-rtx-4090";

    enum Verb {
        CREATE,
        CREATE_FROM_IMAGE,
        START,
        RESTART,
        TIMER,
        RENAME,
        SAVE,
        DESTROY,
        DELETE_IMAGE,
        PAY_IN,
        BIND_CARD,
        FAULT,
        LOOK,
        LOOK_AT_BOOKS,
        OPEN_FOR,
        RESET,
        WAIT,
        WAIT_LONG
    }

    /** One step. Both reject impossible steps with the same message. */
    record Step(Verb verb, int n) {

        Object on(Accounts accounts, AccountKey key) {
            try {
                return act(accounts, key);
            } catch (DomainException refused) {
                return refused.errorCase() + ": " + refused.field() + " " + refused.getMessage();
            }
        }

        private Object act(Accounts all, AccountKey key) {
            return switch (verb) {
                case CREATE -> all.perform(key, new Operation.CreateFromPod("pod-comfyui", null, GPU, 1 << n % 4));
                case CREATE_FROM_IMAGE -> all.perform(key, new Operation.CreateFromImage("img-pytorch-2.5", GPU, 1));
                case START -> all.perform(key, new Operation.Start(some(all, key)));
                case RESTART -> all.perform(key, new Operation.Restart(some(all, key)));
                case TIMER -> all.perform(key, new Operation.SetShutdownTimer(some(all, key), n % 120, true));
                case RENAME -> all.perform(key, new Operation.Rename(some(all, key), "\ud83d lone " + n));
                case SAVE -> all.perform(key, new Operation.SaveImage(some(all, key), null, "of step " + n));
                case DESTROY -> all.perform(key, new Operation.Destroy(some(all, key)));
                case DELETE_IMAGE ->
                    all.perform(key, new Operation.ListPrivateImages()).stream()
                            .findFirst()
                            .map(image -> (Object) all.perform(key, new Operation.DeleteImage(image.uuid())))
                            .orElse("none");
                case PAY_IN -> all.perform(key, new Operation.PayIn(n + 1L));
                case BIND_CARD -> all.perform(key, new Operation.BindCard(n + 1L, 1 + n % 3, List.of()));
                case FAULT -> all.perform(key, new Operation.AddFault(fault()));
                case LOOK -> all.perform(key, new Operation.ListInstances());
                case LOOK_AT_BOOKS ->
                    List.of(
                            all.perform(key, new Operation.GetBalance()),
                            all.perform(key, new Operation.ListCards(FIRST)),
                            all.perform(key, new Operation.ListRecharges("", FIRST)),
                            all.perform(key, new Operation.ListBills(EnumSet.allOf(ChargeChannel.class), "", FIRST)));
                case OPEN_FOR -> {
                    all.openFor(key, AccountSeed.ofBalance(100_000 + n));
                    yield "opened";
                }
                case RESET -> {
                    all.reset(key);
                    yield "reset";
                }
                case WAIT, WAIT_LONG -> "waited";
            };
        }

        private Fault<LifecycleEffect> fault() {
            LifecycleEffect.Kind[] kinds = LifecycleEffect.Kind.values();
            LifecycleEffect effect = new LifecycleEffect(kinds[n % kinds.length], n);
            return new Fault<>("fault-" + n, null, effect, new Trigger(1 + n % 2, 0.5, new DeterministicRandom(n)));
        }

        private String some(Accounts accounts, AccountKey key) {
            var instances = accounts.perform(key, new Operation.ListInstances());
            return instances.isEmpty()
                    ? "none"
                    : instances.get(n % instances.size()).uuid();
        }

        long seconds() {
            return switch (verb) {
                case WAIT -> n;
                case WAIT_LONG -> n * 100L;
                default -> 0;
            };
        }
    }

    private static Gen<List<Step>> steps() {
        Gen<Step> step = pick(Arrays.asList(Verb.values())).zip(integers().between(0, 500), Step::new);
        return lists().of(step).ofSizeBetween(0, 60);
    }

    @Test
    void behaveAsAccountsInMemory() {
        List<AccountKey> keys = new ArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        try (ThreeMembers cluster = new ThreeMembers()) {
            qt().withExamples(150).withShrinkCycles(0).forAll(steps()).checkAssert(steps -> {
                AccountKey key = new AccountKey("tenant-" + keys.size());
                keys.add(key);
                for (Step step : steps) {
                    cluster.after(step.seconds());
                    Accounts member = cluster.member(asked.incrementAndGet() % 3);
                    assertThat(step.on(member, key)).isEqualTo(step.on(cluster.inMemory(), key));
                }
            });
            cluster.killFirst();
            for (AccountKey key : keys) {
                assertThat(StrictJson.write(cluster.member(1).export(key)))
                        .isEqualTo(StrictJson.write(cluster.inMemory().export(key)));
            }
            assertThat(cluster.differences()).isZero();
        }
    }

    @Test
    void areAvailableAsSoonAsAMajorityHasConfirmedTheMember() {
        AccountKey key = new AccountKey("tenant-waiting");
        try (ThreeMembers cluster = new ThreeMembers()) {
            Members member = cluster.members(1);
            member.localMember().memberGone();
            assertThat(cluster.member(1).perform(key, new Operation.ListInstances()))
                    .isEmpty();
            member.localMember().memberGone();
            assertThat(member.<Integer>shared("keys").get("none")).isNull();
        }
    }

    @Test
    void areNotChangedByReads() {
        assertThat(ThreeMembers.readings())
                .map(Object::getClass)
                .containsExactlyInAnyOrder(Operation.Read.class.getPermittedSubclasses());
        try (ThreeMembers cluster = new ThreeMembers()) {
            AccountKey key = new AccountKey("tenant-read");
            qt().withExamples(50).withShrinkCycles(0).forAll(steps()).checkAssert(steps -> {
                for (Step step : steps) {
                    cluster.after(step.seconds());
                    step.on(cluster.inMemory(), key);
                    Object before = cluster.inMemory().export(key);
                    for (Operation<?> reading : ThreeMembers.readings()) {
                        cluster.inMemory().perform(key, reading);
                    }
                    assertThat(cluster.inMemory().export(key)).isEqualTo(before);
                }
            });
        }
    }
}
