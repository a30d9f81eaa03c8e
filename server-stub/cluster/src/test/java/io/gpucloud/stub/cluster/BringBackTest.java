package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Operation;
import java.util.AbstractMap.SimpleEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** After a partition the newest copy of an account is kept. */
class BringBackTest {

    private static final String NAME = "tenant-a";
    private static final long MOMENT = 1_700_000_000L;

    private final Here here = new Here(EngineTest.HERE.residence());
    private final SimpleEntry<String, @Nullable AccountCell> entry = new SimpleEntry<>(NAME, null);

    /** An account into which so many cents were paid. */
    private AccountCell.Image account(long cents, long term, long version) {
        AccountCell cell = Objects.requireNonNull(here.residence()
                .perform(NAME, null, new AccountCall.Do(new Operation.PayIn(cents)), MOMENT)
                .cell());
        cell.version(version);
        cell.changedIn(term);
        return cell.image();
    }

    private AccountCell.Image broughtBack(AccountCell.Image there, AccountCell.Image kept) {
        entry.setValue(there.cell(here.residence().rules()));
        return broughtBack(kept);
    }

    private AccountCell.Image broughtBack(AccountCell.Image kept) {
        AccountProcess.of(new AccountCall.BringBack(kept), true, here).process(entry);
        return Objects.requireNonNull(entry.getValue()).image();
    }

    @Test
    void restoresAnAccountThatTheOthersDoNotHave() {
        AccountCell.Image kept = account(100, 3, 7);
        assertThat(broughtBack(kept)).isEqualTo(kept);
    }

    @Test
    void keepsTheCopyWithMoreChangesOfOneTerm() {
        AccountCell.Image older = account(100, 3, 7);
        AccountCell.Image newer = account(200, 3, 8);
        assertThat(broughtBack(older, newer)).isEqualTo(newer);
        assertThat(broughtBack(newer, older)).isEqualTo(newer);
        assertThat(here.divergences()).isZero();
    }

    /** Changes that a member made after it was cut off were not acknowledged, however many they were. */
    @Test
    void keepsTheCopyOfTheHigherTerm() {
        AccountCell.Image cutOff = account(100, 3, 50);
        AccountCell.Image successor = account(200, 4, 8);
        assertThat(broughtBack(successor, cutOff)).isEqualTo(successor);
        assertThat(broughtBack(cutOff, successor)).isEqualTo(successor);
        assertThat(here.divergences()).isZero();
    }

    @Test
    void reportsDifferentHistoriesOfTheSameAge() {
        AccountCell.Image one = account(100, 3, 7);
        assertThat(broughtBack(one, account(100, 3, 7))).isEqualTo(one);
        assertThat(here.divergences()).isZero();
        assertThat(broughtBack(one, account(200, 3, 7))).isEqualTo(one);
        assertThat(here.divergences()).isOne();
    }

    @Test
    void copiesTheAccountToItsBackup() {
        AccountCell.Image kept = account(100, 3, 7);
        AccountProcess process = AccountProcess.of(new AccountCall.BringBack(kept), true, here);
        process.process(entry);
        SimpleEntry<String, @Nullable AccountCell> backup = new SimpleEntry<>(NAME, null);
        Objects.requireNonNull(process.getBackupProcessor()).process(backup);
        assertThat(Objects.requireNonNull(backup.getValue()).image()).isEqualTo(kept);
        assertThat(here.differences()).isZero();
    }

    @Test
    void keepsTheNewestOfWhatOneMemberHad() {
        AccountCell.Image older = account(100, 3, 7);
        AccountCell.Image newer = account(200, 4, 1);
        here.keep(newer);
        here.keep(older);
        assertThat(here.kept()).containsExactly(newer);
        here.broughtBack(older);
        assertThat(here.kept()).containsExactly(newer);
        here.broughtBack(newer);
        assertThat(here.kept()).isEmpty();
    }
}
