package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ImageInstanceSpec;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.testing.StubFault;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A new account has 1,000.00, and a card of 100.00 for all pods; its other card has expired. */
class CostWatchTest extends TenancyTest {

    private CostWatch watch;

    @BeforeEach
    void begin() {
        watch = new CostWatch(tenancy.client());
    }

    @Test
    void tellsThatNothingCostsMoney() {
        CostReport report = watch.now();

        assertThat(report.instances()).isEmpty();
        assertThat(report.perHour()).isZero();
        assertThat(report.balance()).isEqualByComparingTo("1000.00");
        assertThat(report.cards()).isEqualByComparingTo("100.00");
        assertThat(report.timeLeft()).isEmpty();
    }

    @Test
    void addsUpWhatRunsAndHowLongTheMoneyLasts() {
        tenancy.foreign();
        Instance dear = tenancy.client()
                .instances()
                .createByPod(PodInstanceSpec.builder()
                        .podUuid("pod-text-inference")
                        .gpuUuid(Tenancy.CHEAP)
                        .build()
                        .withGpuCount(2));
        tenancy.faults().set(StubFault.bootFails());
        tenancy.foreign();
        tenancy.time().pass(Duration.ofMinutes(5));

        CostReport report = watch.now();

        // The third has failed to boot, and is shut down. The pod of the second costs more than its GPUs.
        assertThat(report.instances())
                .hasSize(2)
                .extracting(Instance::instanceUuid)
                .contains(dear.instanceUuid());
        assertThat(report.perHour()).isEqualByComparingTo(new BigDecimal("10.98"));
        assertThat(report.unpriced()).isEmpty();
        assertThat(report.at()).isEqualTo(tenancy.time().now());
        assertThat(report.timeLeft().orElseThrow()).isBetween(Duration.ofHours(100), Duration.ofHours(101));
    }

    @Test
    void countsAnInstanceOfAPrivateImageAsThePodThatTheImageIsOf() {
        Instances instances = tenancy.client().instances();
        Instance pod = instances.createByPod(PodInstanceSpec.builder()
                .podUuid("pod-text-inference")
                .gpuUuid(Tenancy.CHEAP)
                .build());
        tenancy.time().pass(Duration.ofMinutes(10));
        instances.saveImage(pod.instanceUuid());
        tenancy.time().pass(Duration.ofMinutes(10));
        instances.destroy(pod.instanceUuid());
        String image = tenancy.client().images().privateImages().get(0).uuid();
        instances.createByImage(ImageInstanceSpec.builder()
                .imageUuid(image)
                .gpuUuid(Tenancy.CHEAP)
                .build());

        CostReport report = watch.now();

        assertThat(report.instances()).hasSize(1);
        assertThat(report.perHour()).isEqualByComparingTo("4.50");
        assertThat(report.unpriced()).isEmpty();
    }

    @Test
    void asksForPrivateImagesOnlyWhenAnInstanceMayBeOfOne() {
        tenancy.foreign();
        watch.now();

        assertThat(tenancy.asked("listPrivateImages")).isZero();
    }

    @Test
    void looksAgainOnlyWhenAReportIsTooOld() {
        Duration minute = Duration.ofMinutes(1);
        CostReport first = watch.latest(minute);
        tenancy.time().pass(minute);

        assertThat(watch.latest(minute)).isSameAs(first);
        tenancy.time().pass(Duration.ofSeconds(1));
        assertThat(watch.latest(minute)).isNotSameAs(first);
        assertThat(tenancy.asked("getBalance")).isEqualTo(2);
    }
}
