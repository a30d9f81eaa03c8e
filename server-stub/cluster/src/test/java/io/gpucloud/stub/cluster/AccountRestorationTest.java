package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpucloud.stub.account.Operation;
import java.util.AbstractMap.SimpleEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** After a partition the newest copy of an account is kept. */
class AccountRestorationTest {

    private static final String NAME = "tenant-a";
    private static final long MOMENT = 1_700_000_000L;

    private final LocalMember localMember = new LocalMember(HazelcastConfigTest.LOCAL_MEMBER.executor());
    private final SimpleEntry<String, @Nullable StoredAccount> entry = new SimpleEntry<>(NAME, null);

    /** An account with one recharge. */
    private StoredAccount.Image account(long cents, long term, long version) {
        StoredAccount stored = Objects.requireNonNull(new AccountCommand.Do(new Operation.PayIn(cents))
                .execute(localMember.executor(), NAME, null, MOMENT)
                .stored());
        stored.version(version);
        stored.changedIn(term);
        return stored.image();
    }

    private StoredAccount.Image restored(StoredAccount.Image there, StoredAccount.Image kept) {
        entry.setValue(there.stored(localMember.executor().rules()));
        return restored(kept);
    }

    private StoredAccount.Image restored(StoredAccount.Image kept) {
        AccountProcessor.of(new AccountCommand.Restore(kept), true, localMember).process(entry);
        return Objects.requireNonNull(entry.getValue()).image();
    }

    @Test
    void restoresAnAccountThatTheOthersDoNotHave() {
        StoredAccount.Image kept = account(100, 3, 7);
        assertThat(restored(kept)).isEqualTo(kept);
    }

    @Test
    void keepsTheCopyWithMoreChangesOfOneTerm() {
        StoredAccount.Image older = account(100, 3, 7);
        StoredAccount.Image newer = account(200, 3, 8);
        assertThat(restored(older, newer)).isEqualTo(newer);
        assertThat(restored(newer, older)).isEqualTo(newer);
        assertThat(localMember.divergences()).isZero();
    }

    /** Changes of a member that was cut off were not acknowledged, even if there are more of them. */
    @Test
    void keepsTheCopyOfTheHigherTerm() {
        StoredAccount.Image cutOff = account(100, 3, 50);
        StoredAccount.Image successor = account(200, 4, 8);
        assertThat(restored(successor, cutOff)).isEqualTo(successor);
        assertThat(restored(cutOff, successor)).isEqualTo(successor);
        assertThat(localMember.divergences()).isZero();
    }

    @Test
    void reportsDifferentHistoriesOfTheSameAge() {
        StoredAccount.Image one = account(100, 3, 7);
        assertThat(restored(one, account(100, 3, 7))).isEqualTo(one);
        assertThat(localMember.divergences()).isZero();
        assertThat(restored(one, account(200, 3, 7))).isEqualTo(one);
        assertThat(localMember.divergences()).isOne();
    }

    /** The name of an account is the API key that opens it. */
    @Test
    void masksTheKeyOfAnAccountWithDifferentHistories() {
        Logger logger = (Logger) LoggerFactory.getLogger("gpu-cloud-stub.cluster");
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try {
            localMember.diverged("sk-0123456789abcdef");
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains("diverged"))
                .singleElement()
                .asString()
                .startsWith("Account ****cdef diverged:");
    }

    @Test
    void copiesTheAccountToItsBackup() {
        StoredAccount.Image kept = account(100, 3, 7);
        AccountProcessor process = AccountProcessor.of(new AccountCommand.Restore(kept), true, localMember);
        process.process(entry);
        SimpleEntry<String, @Nullable StoredAccount> backup = new SimpleEntry<>(NAME, null);
        Objects.requireNonNull(process.getBackupProcessor()).process(backup);
        assertThat(Objects.requireNonNull(backup.getValue()).image()).isEqualTo(kept);
        assertThat(localMember.differences()).isZero();
    }

    @Test
    void keepsTheNewestOfWhatOneMemberHad() {
        StoredAccount.Image older = account(100, 3, 7);
        StoredAccount.Image newer = account(200, 4, 1);
        localMember.keep(newer);
        localMember.keep(older);
        assertThat(localMember.kept()).containsExactly(newer);
        localMember.restored(older);
        assertThat(localMember.kept()).containsExactly(newer);
        localMember.restored(newer);
        assertThat(localMember.kept()).isEmpty();
    }
}
