package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.TestClients;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid arguments are rejected before a request is sent. */
class ArgumentsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", HOUR);
    private static final LeaseOptions OPTIONS =
            LeaseOptions.builder().withoutJournal().build();

    /** No server listens at the address. */
    private static final Leases LEASES = TestClients.leases(GpuCloudClient.builder()
            .baseUrl("http://127.0.0.1:1/api/open/v2")
            .apiKey("demo-key")
            .build());

    private static LeaseOptions.Builder handOver() {
        return AccountTestBase.handingOver(Path.of("journal"));
    }

    static Stream<ThrowingCallable> wrong() {
        return Stream.of(
                () -> RentalPlan.ofPod("pod", Duration.ofSeconds(299)),
                () -> RentalPlan.builder()
                        .imageUuid("image")
                        .maxLifetime(HOUR)
                        .podTag("1.10")
                        .build(),
                () -> RentalPlan.ofPod(" ", HOUR),
                () -> RentalPlan.builder().maxLifetime(HOUR).build(),
                () -> PLAN.toBuilder().imageUuid("image").build(),
                () -> RentalPlan.builder().imageUuid(""),
                () -> PLAN.toBuilder().gpus("gpu", " ").build(),
                () -> PLAN.toBuilder().podTag("").build(),
                () -> PLAN.toBuilder().gpuCount(3).build(),
                () -> PLAN.toBuilder().maxHourlyPrice(BigDecimal.ZERO).build(),
                () -> PLAN.toBuilder().bootTimeout(Duration.ZERO).build(),
                () -> PLAN.toBuilder().createTimeout(Duration.ZERO).build(),
                () -> OPTIONS.toBuilder()
                        .window(Duration.ZERO)
                        .interval(HOUR)
                        .clockTolerance(HOUR)
                        .build(),
                () -> OPTIONS.toBuilder().destroyDeadline(Duration.ofMinutes(1)).build(),
                () -> handOver().withoutJournal().build(),
                () -> handOver().owner(null).build(),
                () -> handOver().unverifiedTimer(UnverifiedTimerPolicy.KEEP).build(),
                () -> OPTIONS.toBuilder().owner("").build(),
                () -> OPTIONS.toBuilder().owner("o".repeat(31)).build(),
                () -> OPTIONS.toBuilder().owner("my program").build(),
                () -> OPTIONS.toBuilder().owner("a: b").build(),
                () -> LEASES.adopt(" ", HOUR),
                () -> LEASES.destroyAndConfirm(""),
                () -> SweepCriteria.olderThan(Duration.ZERO));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void areHeldToTheirRanges(ThrowingCallable wrong) {
        assertThatThrownBy(wrong).isInstanceOf(IllegalArgumentException.class).hasMessageMatching(".*must.*|.*needs.*");
    }

    @Test
    void giveEachProgramARandomOwnerUnlessOneIsSet() {
        assertThat(Stream.generate(
                                () -> JournalFolder.locate(OPTIONS, (Path) null).owner())
                        .limit(100)
                        .distinct())
                .hasSize(100)
                .allSatisfy(owner -> assertThat(owner)
                        .doesNotContain(System.getProperty("user.name"))
                        .matches("[0-9a-f]{8}-[0-9a-f]{4}"));
        assertThat(OPTIONS.toBuilder()
                        .owner("nightly")
                        .accountUse(AccountUse.SOLE_USER)
                        .closeOnExit(true)
                        .build()
                        .owner())
                .isEqualTo("nightly");
    }

    @Test
    void cutTitlesToWhatTheServiceAllows() {
        String rocket = "\uD83D\uDE80";

        assertThat(InstanceTitle.of("nightly", "0a1b2c3d", null)).isEqualTo("nightly.0a1b2c3d: lease");
        assertThat(InstanceTitle.of("nightly", "0a1b2c3d", rocket.repeat(50)))
                .isEqualTo("nightly.0a1b2c3d: " + rocket.repeat(32));
    }

    @Test
    void readOwnerAndNonceOfATitle() {
        String title = InstanceTitle.of("o.".repeat(15), "0a1b2c3d", "a: b");

        assertThat(InstanceTitle.isOwnedBy("o.".repeat(15), title)).isTrue();
        assertThat(InstanceTitle.nonce(title)).contains("0a1b2c3d");
        assertThat(InstanceTitle.isOwnedBy("night", "nightly.0a1b2c3d: lease")).isFalse();
        assertThat(InstanceTitle.isOwnedBy("nightly", "nightly: lease")).isFalse();
        assertThat(InstanceTitle.isOwnedBy("nightly", null)).isFalse();
        assertThat(InstanceTitle.newNonce()).isNotEqualTo(InstanceTitle.newNonce());
    }

    @Test
    void spreadThePausesOfManyPrograms() {
        Random random = new Random(1);

        assertThat(Stream.generate(() -> NoCapacityPolicy.pause(random))
                        .limit(100)
                        .distinct())
                .hasSizeGreaterThan(50)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofMillis(7500), Duration.ofSeconds(15)));
    }

    @Test
    void letMoneyThatIsSpentLastForNoTime() {
        Map<String, CostReport.PerHour> prices = Map.of("i", new CostReport.PerHour(BigDecimal.TEN, BigDecimal.ONE));
        CostReport broke = new CostReport(Instant.EPOCH, List.of(), prices, new BigDecimal("-5"), BigDecimal.ONE);

        assertThat(broke.timeLeft()).contains(Duration.ZERO);
    }
}
