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

class PartProcessorTest {

    private static final ChangeOne CHANGE = new ChangeOne("name", null, "value", 0);

    private final LocalMember localMember = new LocalMember(HazelcastConfigTest.LOCAL_MEMBER.executor());
    private final SimpleEntry<String, @Nullable PartCell> kept = new SimpleEntry<>("part", null);
    private final SimpleEntry<String, @Nullable PartCell> copy = new SimpleEntry<>("part", null);

    private void gainQuorum() {
        localMember.catchUp(() -> {});
        localMember.quorumUntil(localMember.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void changesNothingWithoutAQuorum() {
        assertThat(new PartProcessor(CHANGE, localMember).process(kept).content())
                .isNull();
        assertThat(new PartProcessor(new TakeAll(), localMember).process(kept).content())
                .isNotNull();
        assertThat(kept.getValue()).isNull();
    }

    /** The backup has missed the change, and its outcome is unknown. */
    @Test
    void makesARepeatedChangeOnceAndUpdatesTheBackup() {
        gainQuorum();
        new PartProcessor(CHANGE, localMember).process(kept);
        PartProcessor again = new PartProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
        Objects.requireNonNull(again.getBackupProcessor()).process(copy);
        assertThat(Objects.requireNonNull(copy.getValue()).image())
                .isEqualTo(new PartCell.Image(Map.of("name", "value"), 1));
    }

    @Test
    void makesARepeatedChangeThatWasNotMade() {
        gainQuorum();
        PartProcessor again = new PartProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
    }

    @Test
    void doesNotRepeatAChangeOfAnotherValue() {
        gainQuorum();
        new PartProcessor(new ChangeOne("name", null, "other", 0), localMember).process(kept);
        PartProcessor again = new PartProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(false, 1, "other", null));
        assertThat(again.getBackupProcessor()).isNull();
    }
}
