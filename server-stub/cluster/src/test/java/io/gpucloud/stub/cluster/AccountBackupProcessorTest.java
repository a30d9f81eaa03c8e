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

    private @Nullable StoredAccount replayed(
            @Nullable StoredAccount copy, long version, StoredAccount.@Nullable Image whole) {
        SimpleEntry<String, @Nullable StoredAccount> entry = new SimpleEntry<>(NAME, copy);
        AccountCommand command = new AccountCommand.Do(new Operation.PayIn(100));
        new AccountBackupProcessor(new AccountBackupProcessor.Step(command, MOMENT, 1, version, whole), localMember)
                .process(entry);
        return entry.getValue();
    }

    @Test
    void repeatsACallOnTheBackup() {
        StoredAccount copy = replayed(null, 0, null);
        assertThat(StoredAccount.versionOf(copy)).isOne();
        assertThat(StoredAccount.versionOf(replayed(copy, 1, null))).isEqualTo(2);
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
        StoredAccount account = Objects.requireNonNull(replayed(null, 0, null));
        account.version(7);
        StoredAccount copy = replayed(null, 7, account.image());
        assertThat(StoredAccount.versionOf(copy)).isEqualTo(8);
    }
}
