package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.cluster.PartCall.ChangeOne;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.Settle;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartProcessTest {

    private static final ChangeOne CHANGE = new ChangeOne("name", null, "value", 0);

    private final Here here = new Here(EngineTest.HERE.residence());
    private final SimpleEntry<String, @Nullable PartCell> kept = new SimpleEntry<>("part", null);
    private final SimpleEntry<String, @Nullable PartCell> copy = new SimpleEntry<>("part", null);

    private void beSure() {
        here.catchUp(() -> {});
        here.sureUntil(here.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void changesNothingWhereNobodyIsSure() {
        assertThat(new PartProcess(CHANGE, here).process(kept).content()).isNull();
        assertThat(new PartProcess(new TakeAll(), here).process(kept).content()).isNotNull();
        assertThat(kept.getValue()).isNull();
    }

    /** The copy has not heard of the change, and nobody knows whether it was made. */
    @Test
    void makesAChangeOnceThatIsAskedForAgainAndTheCopyEqual() {
        beSure();
        new PartProcess(CHANGE, here).process(kept);
        PartProcess again = new PartProcess(new Settle(CHANGE), here);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
        Objects.requireNonNull(again.getBackupProcessor()).process(copy);
        assertThat(Objects.requireNonNull(copy.getValue()).image())
                .isEqualTo(new PartCell.Image(Map.of("name", "value"), 1));
    }

    @Test
    void makesAChangeThatWasNotMade() {
        beSure();
        PartProcess again = new PartProcess(new Settle(CHANGE), here);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
    }

    @Test
    void doesNotMakeAChangeOfWhatIsNoLongerThere() {
        beSure();
        new PartProcess(new ChangeOne("name", null, "other", 0), here).process(kept);
        PartProcess again = new PartProcess(new Settle(CHANGE), here);
        assertThat(again.process(kept).content()).isEqualTo(new Result(false, 1, "other", null));
        assertThat(again.getBackupProcessor()).isNull();
    }
}
