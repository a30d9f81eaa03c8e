package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.HOUR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepPreview.Reason;
import io.gpucloud.client.lease.SweepReport;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The instances that a sweep destroys, and those that it must not destroy. */
class SweepTest extends LeaseTestBase {

    private static final LeaseOptions NIGHTLY =
            LeaseOptions.builder().withoutJournal().owner("nightly").build();
    private static final Duration AGE = Duration.ofMinutes(1);
    private static final SweepCriteria OLD = SweepCriteria.olderThan(AGE);
    private static final SweepCriteria ALL = OLD.includeTimed().includeOtherOwners();

    private Leases nightly() {
        return Leases.of(account.another().build(), NIGHTLY);
    }

    /** An instance as left by a program that ended during the boot. */
    private String abandoned(String title) {
        String instanceUuid = account.foreign().instanceUuid();
        account.client().instances().updateTitle(instanceUuid, title);
        return instanceUuid;
    }

    private static List<String> found(SweepPreview preview) {
        return preview.found().stream().map(Instance::instanceUuid).toList();
    }

    private static List<Reason> reasons(List<SweepPreview.Skipped> skipped) {
        return skipped.stream().map(SweepPreview.Skipped::reason).toList();
    }

    @Test
    void findsInstancesOfTheSameOwnerWithoutATimer() {
        String left = abandoned("nightly.01234567: training");
        account.time().pass(HOUR);

        SweepReport report = nightly().sweep(OLD).destroy();

        assertThat(report.destroyed()).extracting(Instance::instanceUuid).containsExactly(left);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void skipsOtherAndUnknownOwnersByDefault() {
        String other = abandoned("nightly2.01234567: training");
        String unknown = account.foreign().instanceUuid();
        account.time().pass(HOUR);

        SweepPreview preview = nightly().sweep(OLD);

        assertThat(preview.found()).isEmpty();
        assertThat(reasons(preview.skipped())).containsExactly(Reason.OTHER_OWNER, Reason.OTHER_OWNER);
        assertThat(preview.destroy().destroyed()).isEmpty();
        assertThat(found(nightly().sweep(OLD.includeOtherOwners()))).containsExactlyInAnyOrder(other, unknown);
    }

    @Test
    void skipsInstancesWithAFutureTimerByDefault() {
        String live = nightly().rent(PLAN).instanceUuid();
        account.time().pass(Duration.ofMinutes(30));

        SweepPreview preview = nightly().sweep(OLD);

        assertThat(preview.found()).isEmpty();
        assertThat(reasons(preview.skipped())).containsExactly(Reason.TIMED);
        assertThat(found(nightly().sweep(OLD.includeTimed()))).containsExactly(live);
    }

    @Test
    void findsInstancesThatTheirTimerHasShutDown() {
        String down = nightly().rent(PLAN).instanceUuid();
        account.time().pass(HOUR.multipliedBy(2));

        assertThat(found(nightly().sweep(OLD))).containsExactly(down);
    }

    @Test
    void skipsNewInstances() {
        abandoned("nightly.01234567: training");
        account.time().pass(AGE.minusSeconds(1));

        assertThat(nightly().sweep(ALL).found()).isEmpty();
    }

    @Test
    void neverFindsTheLeasesOfTheSameClient() {
        Leases first = Leases.of(account.client(), NIGHTLY);
        Leases second = Leases.of(account.client().withOptions(RequestOptions.defaults()), NIGHTLY);
        List<String> leased = Stream.of(first, second)
                .map(leases -> leases.rent(PLAN).instanceUuid())
                .toList();
        account.time().pass(Duration.ofMinutes(30));

        for (Leases leases : List.of(first, second, account.leases())) {
            SweepPreview preview = leases.sweep(ALL);
            assertThat(preview.found()).isEmpty();
            assertThat(reasons(preview.skipped())).containsExactly(Reason.LEASED, Reason.LEASED);
        }
        assertThatThrownBy(() -> second.adopt(leased.get(0), HOUR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to an open lease");
        assertThat(first.openLeases()).extracting(InstanceLease::instanceUuid).containsExactly(leased.get(0));
    }

    @Test
    void closesOnlyItsOwnLeases() {
        Leases first = Leases.of(account.client(), NIGHTLY);
        Leases second = Leases.of(account.client(), NIGHTLY);
        first.rent(PLAN);
        String left = second.rent(PLAN).instanceUuid();

        first.close();

        assertThat(account.instances()).containsExactly(left);
    }

    @Test
    void checksAgainRightBeforeItDestroys() {
        String timed = abandoned("nightly.01234567: a");
        String renamed = abandoned("nightly.01234567: b");
        String kept = abandoned("nightly.01234567: c");
        String gone = abandoned("nightly.01234567: d");
        String left = abandoned("nightly.01234567: e");
        account.time().pass(HOUR);
        Leases leases = nightly();

        SweepPreview preview = leases.sweep(OLD);
        account.client().instances().scheduleShutdown(timed, HOUR);
        account.client().instances().updateTitle(renamed, "weekly.01234567: b");
        leases.adopt(kept, HOUR).keep();
        account.client().instances().destroy(gone);
        SweepReport report = preview.destroy();

        assertThat(found(preview)).hasSize(5);
        assertThat(report.destroyed()).extracting(Instance::instanceUuid).containsExactly(left);
        assertThat(reasons(report.skipped()))
                .containsExactlyInAnyOrder(Reason.TIMED, Reason.OTHER_OWNER, Reason.LEASED);
        assertThat(report.left()).isEmpty();
    }

    @Test
    void namesInstancesThatItCouldNotCheck() {
        String unknown = abandoned("nightly.01234567: training");
        account.time().pass(HOUR);
        SweepPreview preview = nightly().sweep(OLD);
        account.faults().set(StubFault.status(500).on("listInstances"));

        SweepReport report = preview.destroy();

        assertThat(report.left())
                .singleElement()
                .satisfies(left -> assertThat(left.instanceUuid()).isEqualTo(unknown));
        assertThat(account.requestCount("destroyInstance")).isZero();
    }

    @Test
    void skipsInstancesThatALostCreationMayHaveMade() {
        account.faults()
                .set(StubFault.resetAfterEffect().on("createInstanceByPod").times(1));
        List<Leases> searching = new ArrayList<>();
        List<SweepPreview> previews = new ArrayList<>();
        searching.add(Leases.of(
                account.another()
                        .timer(account.time()
                                .beforeEachPause(() -> previews.add(searching
                                        .get(0)
                                        .sweep(SweepCriteria.olderThan(Duration.ofSeconds(1))
                                                .includeOtherOwners()))))
                        .build(),
                NIGHTLY));

        assertThatThrownBy(() -> searching.get(0).rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);

        assertThat(previews)
                .isNotEmpty()
                .allSatisfy(preview -> assertThat(preview.found()).isEmpty());
        assertThat(reasons(previews.get(previews.size() - 1).skipped())).containsExactly(Reason.BEING_CREATED);
        assertThat(found(searching.get(0).sweep(OLD.includeOtherOwners()))).hasSize(1);
    }
}
