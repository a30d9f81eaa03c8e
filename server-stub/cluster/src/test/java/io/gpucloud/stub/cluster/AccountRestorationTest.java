package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Operation;
import java.util.AbstractMap.SimpleEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** After a partition the newest copy of an account is kept. */
class AccountRestorationTest {

    private static final String NAME = "tenant-a";
    private static final long MOMENT = 1_700_000_000L;

    private final LocalMember localMember = new LocalMember(HazelcastConfigTest.LOCAL_MEMBER.executor());
    private final SimpleEntry<String, @Nullable AccountCell> entry = new SimpleEntry<>(NAME, null);

    /** An account with one recharge. */
    private AccountCell.Image account(long cents, long term, long version) {
        AccountCell cell = Objects.requireNonNull(localMember
                .executor()
                .perform(NAME, null, new AccountCall.Do(new Operation.PayIn(cents)), MOMENT)
                .cell());
        cell.version(version);
        cell.changedIn(term);
        return cell.image();
    }

    private AccountCell.Image restored(AccountCell.Image there, AccountCell.Image kept) {
        entry.setValue(there.cell(localMember.executor().rules()));
        return restored(kept);
    }

    private AccountCell.Image restored(AccountCell.Image kept) {
        AccountProcessor.of(new AccountCall.Restore(kept), true, localMember).process(entry);
        return Objects.requireNonNull(entry.getValue()).image();
    }

    @Test
    void restoresAnAccountThatTheOthersDoNotHave() {
        AccountCell.Image kept = account(100, 3, 7);
        assertThat(restored(kept)).isEqualTo(kept);
    }

    @Test
    void keepsTheCopyWithMoreChangesOfOneTerm() {
        AccountCell.Image older = account(100, 3, 7);
        AccountCell.Image newer = account(200, 3, 8);
        assertThat(restored(older, newer)).isEqualTo(newer);
        assertThat(restored(newer, older)).isEqualTo(newer);
        assertThat(localMember.divergences()).isZero();
    }

    /** Changes of a member that was cut off were not acknowledged, even if there are more of them. */
    @Test
    void keepsTheCopyOfTheHigherTerm() {
        AccountCell.Image cutOff = account(100, 3, 50);
        AccountCell.Image successor = account(200, 4, 8);
        assertThat(restored(successor, cutOff)).isEqualTo(successor);
        assertThat(restored(cutOff, successor)).isEqualTo(successor);
        assertThat(localMember.divergences()).isZero();
    }

    @Test
    void reportsDifferentHistoriesOfTheSameAge() {
        AccountCell.Image one = account(100, 3, 7);
        assertThat(restored(one, account(100, 3, 7))).isEqualTo(one);
        assertThat(localMember.divergences()).isZero();
        assertThat(restored(one, account(200, 3, 7))).isEqualTo(one);
        assertThat(localMember.divergences()).isOne();
    }

    @Test
    void copiesTheAccountToItsBackup() {
        AccountCell.Image kept = account(100, 3, 7);
        AccountProcessor process = AccountProcessor.of(new AccountCall.Restore(kept), true, localMember);
        process.process(entry);
        SimpleEntry<String, @Nullable AccountCell> backup = new SimpleEntry<>(NAME, null);
        Objects.requireNonNull(process.getBackupProcessor()).process(backup);
        assertThat(Objects.requireNonNull(backup.getValue()).image()).isEqualTo(kept);
        assertThat(localMember.differences()).isZero();
    }

    @Test
    void keepsTheNewestOfWhatOneMemberHad() {
        AccountCell.Image older = account(100, 3, 7);
        AccountCell.Image newer = account(200, 4, 1);
        localMember.keep(newer);
        localMember.keep(older);
        assertThat(localMember.kept()).containsExactly(newer);
        localMember.restored(older);
        assertThat(localMember.kept()).containsExactly(newer);
        localMember.restored(newer);
        assertThat(localMember.kept()).isEmpty();
    }
}
