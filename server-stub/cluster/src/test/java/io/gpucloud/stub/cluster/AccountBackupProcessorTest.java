package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Operation;
import java.util.AbstractMap.SimpleEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A backup that differs from its account must not replace it. */
class AccountBackupProcessorTest {

    private static final String NAME = "tenant-a";
    private static final long MOMENT = 1_700_000_000L;

    private final LocalMember localMember = HazelcastConfigTest.LOCAL_MEMBER;

    private @Nullable AccountCell replayed(
            @Nullable AccountCell copy, long version, AccountCell.@Nullable Image whole) {
        SimpleEntry<String, @Nullable AccountCell> entry = new SimpleEntry<>(NAME, copy);
        AccountCall call = new AccountCall.Do(new Operation.PayIn(100));
        new AccountBackupProcessor(new AccountBackupProcessor.Step(call, MOMENT, 1, version, whole), localMember)
                .process(entry);
        return entry.getValue();
    }

    @Test
    void repeatsACallOnTheBackup() {
        AccountCell copy = replayed(null, 0, null);
        assertThat(AccountCell.versionOf(copy)).isOne();
        assertThat(AccountCell.versionOf(replayed(copy, 1, null))).isEqualTo(2);
    }

    @Test
    void createsNoBackupForAnOldAccount() {
        assertThat(replayed(null, 7, null)).isNull();
    }

    @Test
    void removesABackupThatDiffers() {
        assertThat(replayed(replayed(null, 0, null), 7, null)).isNull();
    }

    @Test
    void replacesTheBackupWhenTheWholeAccountIsSent() {
        AccountCell account = Objects.requireNonNull(replayed(null, 0, null));
        account.version(7);
        AccountCell copy = replayed(null, 7, account.image());
        assertThat(AccountCell.versionOf(copy)).isEqualTo(8);
    }
}
