package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Operation;
import java.util.AbstractMap.SimpleEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A copy that is not what the account was must not take its place. */
class AccountReplayTest {

    private static final String NAME = "tenant-a";
    private static final long MOMENT = 1_700_000_000L;

    private final Here here = EngineTest.HERE;

    private @Nullable AccountCell replayed(
            @Nullable AccountCell copy, long version, AccountCell.@Nullable Image whole) {
        SimpleEntry<String, @Nullable AccountCell> entry = new SimpleEntry<>(NAME, copy);
        AccountCall call = new AccountCall.Do(new Operation.PayIn(100));
        new AccountReplay(new AccountReplay.Step(call, MOMENT, 1, version, whole), here).process(entry);
        return entry.getValue();
    }

    @Test
    void doesOnACopyWhatWasDone() {
        AccountCell copy = replayed(null, 0, null);
        assertThat(AccountCell.versionOf(copy)).isOne();
        assertThat(AccountCell.versionOf(replayed(copy, 1, null))).isEqualTo(2);
    }

    @Test
    void makesNoAccountUpWhereThereIsNoCopy() {
        assertThat(replayed(null, 7, null)).isNull();
    }

    @Test
    void removesACopyThatDiffers() {
        assertThat(replayed(replayed(null, 0, null), 7, null)).isNull();
    }

    @Test
    void takesTheWholeAccountInItsPlace() {
        AccountCell account = Objects.requireNonNull(replayed(null, 0, null));
        account.version(7);
        AccountCell copy = replayed(null, 7, account.image());
        assertThat(AccountCell.versionOf(copy)).isEqualTo(8);
    }
}
