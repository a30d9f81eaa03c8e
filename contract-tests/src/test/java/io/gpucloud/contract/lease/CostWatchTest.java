package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.StubFault;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The account has 1,000.00, and a card of 100.00 for all pods. */
class CostWatchTest extends LeaseTestBase {

    private CostWatch watch;

    @BeforeEach
    void begin() {
        account.stubAccount().card(new BigDecimal("100.00"));
        watch = new CostWatch(account.client());
    }

    @Test
    void reportsThatNothingCostsMoney() {
        CostReport report = watch.now();

        assertThat(report.instances()).isEmpty();
        assertThat(report.perHourAtMost()).isZero();
        assertThat(report.balance()).isEqualByComparingTo("1000.00");
        assertThat(report.cards()).isEqualByComparingTo("100.00");
        assertThat(report.timeLeft()).isEmpty();
    }

    @Test
    void reportsTheCostPerHourAndHowLongTheFundsLast() {
        account.foreign();
        Instance dear = account.client()
                .instances()
                .create(InstanceSpec.builder()
                        .podUuid("pod-text-inference")
                        .gpuUuid(TestAccount.CHEAP)
                        .gpuCount(2)
                        .build());
        account.faults().set(StubFault.bootFails());
        account.foreign();
        account.time().pass(Duration.ofMinutes(5));

        CostReport report = watch.now();

        // The third has failed to boot, and is shut down. The pod may be billed once or for each GPU.
        assertThat(report.instances())
                .hasSize(2)
                .extracting(Instance::instanceUuid)
                .contains(dear.instanceUuid());
        assertThat(report.perHourAtMost()).isEqualByComparingTo(new BigDecimal("12.96"));
        assertThat(report.perHourBilled()).isEqualByComparingTo(new BigDecimal("5.94"));
        assertThat(report.unpriced()).isEmpty();
        assertThat(report.at()).isEqualTo(account.time().now());
        assertThat(report.timeLeft().orElseThrow()).isBetween(Duration.ofHours(84), Duration.ofHours(85));
    }

    @Test
    void readsPrivateImagesOnlyIfAnInstanceMayUseOne() {
        account.foreign();
        watch.now();

        assertThat(account.requestCount("listPrivateImages")).isZero();
    }

    @Test
    void readsAgainOnlyIfTheReportIsTooOld() {
        Duration minute = Duration.ofMinutes(1);
        CostReport first = watch.latest(minute);
        account.time().pass(minute);

        assertThat(watch.latest(minute)).isSameAs(first);
        account.time().pass(Duration.ofSeconds(1));
        assertThat(watch.latest(minute)).isNotSameAs(first);
        assertThat(account.requestCount("getBalance")).isEqualTo(2);
    }
}
