package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.SCARCE_GPU;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.catalog.StockSchedule;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final String EXHAUSTED = "NO_CAPACITY not enough free GPUs of this model";

    private final Tenant tenant = Tenant.withFunds();

    private Function<Account, Instance> rent(int gpus) {
        return account -> account.createFromPod(Tenant.POD, null, SCARCE_GPU, gpus);
    }

    private boolean shownAsFree(String gpu) {
        Map<String, Boolean> shown = tenant.reads(ReadOnlyAccount::listGpus).stream()
                .collect(Collectors.toMap(offer -> offer.gpu().uuid(), GpuAvailability::available));
        return shown.getOrDefault(gpu, false);
    }

    private void stock(@Nullable Integer initial, StockSchedule.Change... schedule) {
        tenant.does(account -> account.replaceStock(SCARCE_GPU, new StockSchedule(initial, List.of(schedule))));
    }

    @Test
    void aModelIsListedAsFreeWhileOneGpuIsLeft() {
        tenant.does(rent(2));
        tenant.does(rent(1));
        assertThat(shownAsFree(SCARCE_GPU)).isTrue();
        assertThat(tenant.isRefused(rent(2))).isEqualTo(EXHAUSTED);
        tenant.does(rent(1));
        assertThat(shownAsFree(SCARCE_GPU)).isFalse();
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
    }

    @Test
    void aStockCanBeEmptyFromTheStart() {
        assertThat(shownAsFree(Tenant.SOLD_OUT_GPU)).isFalse();
        assertThat(tenant.isRefused(account -> account.createFromPod(Tenant.POD, null, Tenant.SOLD_OUT_GPU, 1)))
                .isEqualTo(EXHAUSTED);
    }

    @Test
    void aModelWithoutAStockIsUnlimited() {
        for (int i = 0; i < 50; i++) {
            tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 8));
        }
        assertThat(shownAsFree(Tenant.FREE_GPU)).isTrue();
    }

    @Test
    void destroyedAndStoppedInstancesReturnTheirGpusAndStoppingOnesDoNot() {
        Instance destroyed = tenant.does(rent(4));
        tenant.does(account -> account.destroy(destroyed.uuid()));
        Instance rented = tenant.does(rent(4));
        tenant.after(DURATIONS.boot()).does(account -> account.saveImage(rented.uuid(), null, null));
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
        tenant.after(DURATIONS.shutdown());
        tenant.does(rent(1));
    }

    @Test
    void aStartedInstanceHoldsItsGpusAgain() {
        Instance rented = tenant.does(rent(4));
        tenant.after(DURATIONS.boot()).does(account -> account.saveImage(rented.uuid(), null, null));
        tenant.after(DURATIONS.imageUpload()).does(account -> account.start(rented.uuid(), null, null));
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
    }

    @Test
    void aScheduleCanTakeAStockAwayBetweenAListAndACreate() {
        stock(8, new StockSchedule.Change(tenant.now() + 5, 0));
        assertThat(shownAsFree(SCARCE_GPU)).isTrue();
        tenant.after(5);
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
    }

    @Test
    void aScheduleLeavesRunningInstancesAlone() {
        Instance rented = tenant.does(rent(4));
        stock(4, new StockSchedule.Change(tenant.now() + HOUR, 0));
        tenant.after(2 * HOUR);
        assertThat(tenant.status(rented.uuid())).isEqualTo(InstanceStatus.RUNNING);
        assertThat(shownAsFree(SCARCE_GPU)).isFalse();
    }

    @Test
    void aScheduleIsFollowedInTheOrderOfTime() {
        stock(
                0,
                new StockSchedule.Change(tenant.now() + 20, null),
                new StockSchedule.Change(tenant.now() + 10, 1),
                new StockSchedule.Change(tenant.now() + 30, 0));
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
        tenant.after(10);
        assertThat(tenant.isRefused(rent(2))).isEqualTo(EXHAUSTED);
        tenant.after(10).does(rent(8));
        tenant.after(10);
        assertThat(tenant.isRefused(rent(1))).isEqualTo(EXHAUSTED);
    }
}
