package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.CHEAP;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static io.gpucloud.contract.lease.TestAccount.POD;
import static io.gpucloud.contract.lease.TestAccount.SOLE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.lease.TagInUseException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kinds of incidents that users of GPU services have reported in public: first what a plain program pays for in a day,
 * then what leases do. The page about lost responses has the table. The command line has the tests of agents.
 */
class ReportedIncidentsTest extends LeaseTestBase {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration BOOT = Duration.ofMinutes(10);
    private static final BigDecimal LIMIT = new BigDecimal("10");
    private static final InstanceSpec SPEC =
            InstanceSpec.builder().podUuid(POD).gpuUuid(CHEAP).build();

    @TempDir
    private Path journal;

    @TempDir
    private Path left;

    /** Creates an instance as a plain program does, which sends its request again if it failed. */
    private Instance createAndRetry() {
        try {
            return account.client().instances().create(SPEC);
        } catch (GpuCloudException failed) {
            return account.client().instances().create(SPEC);
        }
    }

    /** Destroys an instance as a plain program does, which believes that this is enough. */
    private void destroyOnce(Instance instance) {
        try {
            account.client().instances().destroy(instance.instanceUuid());
        } catch (GpuCloudException failed) {
            // It has done what it can.
        }
    }

    /** The instances that run on, and that the next day of them is billed. */
    private void assertPaidFor(int instances) {
        account.time().pass(BOOT);
        assertThat(account.stubAccount().running()).isEqualTo(instances);
        BigDecimal hourly = account.stubAccount().hourlyCost();
        BigDecimal before = account.stubAccount().spent();
        account.time().pass(DAY);
        assertThat(account.stubAccount().spent().subtract(before))
                .isEqualByComparingTo(hourly.multiply(BigDecimal.valueOf(DAY.toHours())));
    }

    private void failAfterCreating(int status) {
        account.faults()
                .set(StubFault.status(status)
                        .afterEffect()
                        .on("createInstanceByPod")
                        .times(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503})
    void aPlainProgramPaysForAnInstanceWhoseCreateRequestFailed(int status) {
        failAfterCreating(status);
        destroyOnce(createAndRetry());
        assertPaidFor(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503})
    void aLeaseFindsAnInstanceWhoseCreateRequestFailed(int status) {
        failAfterCreating(status);
        account.soleLeases().rent(PLAN).close();
        assertThat(account.requestCount("createInstanceByPod")).isEqualTo(1);
        assertPaidFor(0);
    }

    private void lagBehind() {
        failAfterCreating(500);
        account.faults().set(StubFault.listLag(Duration.ofMinutes(1)));
    }

    /** It looks into the list before it creates again. */
    @Test
    void aPlainProgramPaysForAnInstanceThatIsListedLate() {
        lagBehind();
        assertThatThrownBy(() -> account.client().instances().create(SPEC)).isInstanceOf(GpuCloudException.class);
        assertThat(account.client().instances().list()).isEmpty();
        destroyOnce(account.client().instances().create(SPEC));
        assertPaidFor(1);
    }

    @Test
    void aLeaseFindsAnInstanceThatIsListedLate() {
        lagBehind();
        account.soleLeases().rent(PLAN).close();
        assertPaidFor(0);
    }

    private void failToDestroy() {
        account.faults().set(StubFault.status(500).on("destroyInstance").times(5));
    }

    @Test
    void aPlainProgramPaysForAnInstanceThatItBelievesDestroyed() {
        Instance instance = createAndRetry();
        failToDestroy();
        destroyOnce(instance);
        assertPaidFor(1);
    }

    @Test
    void aLeaseDestroysUntilTheListProvesIt() {
        InstanceLease lease = account.leases().rent(PLAN);
        failToDestroy();
        lease.close();
        assertPaidFor(0);
    }

    /** Also if the program itself ends instances after a time: its watchdog has ended with it. */
    @Test
    void aPlainProgramThatHangsOrIsKilledPaysOn() {
        createAndRetry();
        account.time().pass(DAY);
        assertPaidFor(1);
    }

    @Test
    void theTimerOfALeaseEndsTheInstanceOfAProgramThatHangs() {
        account.leases().rent(PLAN);
        account.time().pass(PLAN.maxLifetime());
        assertPaidFor(0);
    }

    /** The journal without its locks is that of a killed process. */
    @Test
    void theNextStartDestroysWhatAKilledProgramLeft() throws IOException {
        LeaseOptions options = LeaseOptions.builder()
                .journal(journal)
                .owner("jobs")
                .recoverOnStart(false)
                .build();
        Leases.of(account.client(), options).rent(PLAN);
        for (String file : List.of(requireNonNull(journal.toFile().list((folder, name) -> name.endsWith(".jsonl"))))) {
            Files.copy(journal.resolve(file), left.resolve(file));
        }
        try (GpuCloudClient next = account.another().build();
                Leases leases =
                        Leases.of(next, options.toBuilder().journal(left).build())) {
            leases.recover(found -> RecoveryDecision.DESTROY);
        }
        assertPaidFor(0);
    }

    @Test
    void aPlainProgramPaysForAnIdleNight() {
        createAndRetry();
        assertPaidFor(1);
    }

    @Test
    void anIdleLeaseEnds() {
        StubAccount night = account.stubAccount();
        night.leases()
                .rent(PLAN.toBuilder()
                        .maxLifetime(DAY)
                        .idleTimeout(Duration.ofMinutes(20))
                        .build());
        night.clock().advance(Duration.ofMinutes(25));
        assertPaidFor(0);
    }

    @Test
    void aPlainProgramLearnsItsCostsAfterwards() {
        for (int i = 0; i < 3; i++) {
            createAndRetry();
        }
        account.time().pass(DAY);
        assertThat(account.stubAccount().spent()).isGreaterThan(LIMIT.multiply(BigDecimal.TEN));
    }

    @Test
    void leasesRentNothingBeyondTheirLimit() {
        LeaseOptions limited = SOLE.toBuilder().spendingLimit(LIMIT, DAY).build();
        Leases leases = Leases.of(account.client(), limited);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        leases.rent(PLAN);
                    }
                })
                .isInstanceOf(SpendingLimitException.class);
        account.time().pass(DAY);
        assertThat(account.stubAccount().spent()).isBetween(BigDecimal.ONE, LIMIT);
    }

    @Test
    void twoPlainReplicasRentForTheSameJob() {
        createAndRetry();
        createAndRetry();
        assertPaidFor(2);
    }

    @Test
    void twoReplicasWithLeasesRentOnceForTheSameJob() {
        LeaseOptions unique = LeaseOptions.builder()
                .journal(journal)
                .owner("jobs")
                .uniqueTags(true)
                .build();
        RentalPlan job = PLAN.toBuilder().tag("job-1").build();
        try (Leases first = Leases.of(account.client(), unique);
                GpuCloudClient other = account.another().build();
                Leases second = Leases.of(other, unique)) {
            first.rent(job);
            assertThatThrownBy(() -> second.rent(job)).isInstanceOf(TagInUseException.class);
            assertThat(account.stubAccount().running()).isEqualTo(1);
        }
        assertPaidFor(0);
    }

    /** Its file names the instance that the request returned, and has no line for the other one. */
    @Test
    void aPlainProgramWithAStateFileDoesNotKnowTheInstanceOfALostResponse() {
        failAfterCreating(500);
        List<String> stateFile = List.of(createAndRetry().instanceUuid());
        assertThat(account.listed()).hasSize(2);
        stateFile.forEach(account.client().instances()::destroy);
        assertPaidFor(1);
    }

    @Test
    void leasesNameTheCandidatesIfOthersRentToo() {
        failAfterCreating(500);
        assertThatThrownBy(() -> account.leases().rent(PLAN))
                .isInstanceOfSatisfying(
                        CreationOutcomeUnknownException.class,
                        unknown -> assertThat(unknown.candidates())
                                .extracting(Instance::instanceUuid)
                                .containsExactlyElementsOf(account.instances()));
    }
}
