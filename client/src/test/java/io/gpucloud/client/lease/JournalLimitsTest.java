package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The limits of programs that run one after the other with one journal. An instance costs 2.50 an hour. */
class JournalLimitsTest extends AccountTestBase {

    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path journal;

    @BeforeEach
    void listThePod() {
        account.withPod();
    }

    /** Each allows one instance. */
    private enum Limit {
        NUMBER {
            @Override
            void set(LeaseOptions.Builder options) {
                options.maxOpenLeases(1);
            }
        },
        HOURLY {
            @Override
            void set(LeaseOptions.Builder options) {
                options.maxHourlyCost(new BigDecimal("4.99"));
            }
        },
        SPENDING {
            @Override
            void set(LeaseOptions.Builder options) {
                options.spendingLimit(new BigDecimal("5"), DAY);
            }
        };

        abstract void set(LeaseOptions.Builder options);
    }

    private LeaseOptions.Builder options(Path directory) {
        return handingOver(directory).recovery(found -> RecoveryDecision.RESUME);
    }

    private LeaseOptions limited(Limit limit, Path directory) {
        LeaseOptions.Builder options = options(directory);
        limit.set(options);
        return options.build();
    }

    private static void assertRejects(Leases leases) {
        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(SpendingLimitException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aLimitOutlivesEachHandOver(Limit limit) {
        try (Leases leases = Leases.of(client, limited(limit, journal))) {
            leases.rent(PLAN);
        }
        for (int i = 0; i < 4; i++) {
            try (Leases next = Leases.of(anotherClient(), limited(limit, journal))) {
                assertThat(next.openLeases()).hasSize(1);
                assertRejects(next);
            }
        }
        assertThat(account.instances()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aLimitOutlivesTheHandOverOfAnAdoptedInstance(Limit limit) {
        try (Leases leases = Leases.of(client, limited(limit, journal))) {
            leases.adopt(account.foreign("theirs"), HOUR);
        }
        for (int i = 0; i < 2; i++) {
            try (Leases next = Leases.of(anotherClient(), limited(limit, journal))) {
                assertRejects(next);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLimitOutlivesEachKill(Limit limit, @TempDir Path directories) throws IOException {
        Leases.of(client, limited(limit, journal)).rent(PLAN);
        Path killed = journal;
        for (int i = 0; i < 3; i++) {
            Path copy = Files.createDirectory(directories.resolve("start-" + i));
            copyRecords(killed, copy);
            killed = copy;
            Leases next = Leases.of(anotherClient(), limited(limit, killed));
            assertThat(next.openLeases()).hasSize(1);
            assertRejects(next);
        }
    }

    /** The program before had no limits, or an earlier version without them. */
    @ParameterizedTest
    @EnumSource
    void leasesOfProgramsWithoutLimitsCount(Limit limit) {
        try (Leases unlimited = Leases.of(client, options(journal).build());
                Leases leases = Leases.of(anotherClient(), limited(limit, journal))) {
            unlimited.rent(PLAN);
            assertRejects(leases);
        }
        try (Leases next = Leases.of(anotherClient(), limited(limit, journal))) {
            assertThat(next.openLeases()).hasSize(1);
            assertRejects(next);
        }
    }

    @Test
    void aLeaseOfAProgramWithoutLimitsIsExtendedWithinThem() {
        try (Leases unlimited = Leases.of(client, options(journal).build())) {
            unlimited.rent(PLAN);
        }
        try (Leases next = Leases.of(anotherClient(), limited(Limit.SPENDING, journal))) {
            InstanceLease lease = next.openLeases().get(0);
            assertThatThrownBy(() -> lease.extend(Duration.ofHours(1000))).isInstanceOf(SpendingLimitException.class);
            lease.extend(Duration.ofMinutes(30));
        }
    }

    @Test
    void whatWasSpentWithoutLimitsCounts() {
        try (Leases unlimited = Leases.of(client, options(journal).build())) {
            InstanceLease lease = unlimited.rent(PLAN);
            pass(HOUR);
            lease.close();
        }
        try (Leases next = Leases.of(client, limited(Limit.SPENDING, journal))) {
            assertRejects(next);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeptInstanceCountsUntilItIsDestroyed(Limit limit) {
        try (Leases leases = Leases.of(client, limited(limit, journal))) {
            leases.rent(PLAN).keep();
        }
        try (Leases next = Leases.of(client, limited(limit, journal))) {
            assertThatThrownBy(() -> next.rent(PLAN))
                    .isInstanceOf(SpendingLimitException.class)
                    .hasMessageContaining(firstInstance + " (KEPT)")
                    .hasMessageContaining("gpu-cloud destroy");
            next.destroyAndConfirm(firstInstance);
            next.rent(PLAN);
        }
    }

    @Test
    void aKeptInstanceThatListsHaveNotShownForAnHourCountsNoMore() {
        try (Leases leases = Leases.of(client, limited(Limit.NUMBER, journal))) {
            leases.rent(PLAN).keep();
            client.instances().destroy(firstInstance);
            assertRejects(leases);
            pass(HOUR.plusMinutes(1));
            leases.rent(PLAN);
        }
    }

    @Test
    void theEndOfALeaseThatWasHandedOverTwiceFreesTheLimit() {
        for (int i = 0; i < 3; i++) {
            try (Leases leases = Leases.of(anotherClient(), limited(Limit.NUMBER, journal))) {
                if (i == 0) {
                    leases.rent(PLAN);
                } else if (i == 2) {
                    leases.openLeases().get(0).close();
                    leases.rent(PLAN);
                }
            }
        }
        assertThat(account.instances()).containsExactly(prefix + 2);
    }
}
