package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.cluster.SharedStateCommand.ChangeOne;
import io.gpucloud.stub.cluster.SharedStateCommand.Result;
import io.gpucloud.stub.cluster.SharedStateCommand.Settle;
import io.gpucloud.stub.cluster.SharedStateCommand.TakeAll;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedStateProcessorTest {

    private static final ChangeOne CHANGE = new ChangeOne("name", null, "value", 0);

    private final LocalMember localMember = new LocalMember(HazelcastConfigTest.LOCAL_MEMBER.executor());
    private final SimpleEntry<String, @Nullable SharedStatePart> kept = new SimpleEntry<>("part", null);
    private final SimpleEntry<String, @Nullable SharedStatePart> copy = new SimpleEntry<>("part", null);

    private void gainQuorum() {
        localMember.catchUp(() -> {});
        localMember.quorumUntil(localMember.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void changesNothingWithoutAQuorum() {
        assertThat(new SharedStateProcessor(CHANGE, localMember).process(kept).content())
                .isNull();
        assertThat(new SharedStateProcessor(new TakeAll(), localMember)
                        .process(kept)
                        .content())
                .isNotNull();
        assertThat(kept.getValue()).isNull();
    }

    /** The backup has missed the change, and its outcome is unknown. */
    @Test
    void makesARepeatedChangeOnceAndUpdatesTheBackup() {
        gainQuorum();
        new SharedStateProcessor(CHANGE, localMember).process(kept);
        SharedStateProcessor again = new SharedStateProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
        Objects.requireNonNull(again.getBackupProcessor()).process(copy);
        assertThat(Objects.requireNonNull(copy.getValue()).image())
                .isEqualTo(new SharedStatePart.Image(Map.of("name", "value"), 1));
    }

    @Test
    void makesARepeatedChangeThatWasNotMade() {
        gainQuorum();
        SharedStateProcessor again = new SharedStateProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(true, 1, "value", null));
    }

    @Test
    void doesNotRepeatAChangeOfAnotherValue() {
        gainQuorum();
        new SharedStateProcessor(new ChangeOne("name", null, "other", 0), localMember).process(kept);
        SharedStateProcessor again = new SharedStateProcessor(new Settle(CHANGE), localMember);
        assertThat(again.process(kept).content()).isEqualTo(new Result(false, 1, "other", null));
        assertThat(again.getBackupProcessor()).isNull();
    }
}
