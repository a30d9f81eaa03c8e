package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.cluster.AccountExecutor.Execution;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes a command on the member that owns the account, and then replays it on the backup with the same timestamp. */
final class AccountProcessor implements EntryProcessor<String, StoredAccount, ResultEnvelope> {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(AccountProcessor.class);

    /** The whole account is sent to the backup with every such change, so that no difference lasts for long. */
    private static final long WHOLE_EVERY = 1_000;

    private final transient AccountRequest asked;
    private final transient LocalMember localMember;
    private final transient boolean isRemote;
    private transient @Nullable AccountBackupProcessor replay;
    private transient @Nullable AccountResult answer;

    private AccountProcessor(AccountRequest asked, LocalMember localMember, boolean isRemote) {
        this.asked = asked;
        this.localMember = localMember;
        this.isRemote = isRemote;
    }

    /** A processor for a command of this member. If this member owns the account, Hazelcast runs this object itself. */
    static AccountProcessor of(AccountCommand command, boolean mayOpen, LocalMember localMember) {
        return new AccountProcessor(new AccountRequest(command, mayOpen), localMember, false);
    }

    /** A processor for a command of another member. */
    static AccountProcessor received(AccountRequest asked, LocalMember localMember) {
        return new AccountProcessor(asked, localMember, true);
    }

    /**
     * A serialized command.
     *
     * @param mayOpen whether the command may open an account that does not exist
     */
    record AccountRequest(AccountCommand command, boolean mayOpen) {}

    AccountRequest asked() {
        return asked;
    }

    /** Returns null on the calling member and keeps the result, because Hazelcast would serialize a returned one. */
    @Override
    public @Nullable ResultEnvelope process(Map.Entry<String, StoredAccount> entry) {
        AccountResult answered = answered(entry);
        if (isRemote) {
            return new ResultEnvelope(answered);
        }
        answer = answered;
        return null;
    }

    /** The result of the command. */
    AccountResult answer(@Nullable ResultEnvelope returned) {
        return Objects.requireNonNull(returned == null ? answer : (AccountResult) returned.content());
    }

    private AccountResult answered(Map.Entry<String, StoredAccount> entry) {
        if (asked.command instanceof AccountCommand.Restore returned) {
            return restored(entry, returned);
        }
        if (!localMember.canServe()) {
            return AccountResult.of(AccountResult.Kind.NOT_NOW);
        }
        @Nullable StoredAccount before = entry.getValue();
        if (before == null && !asked.mayOpen) {
            return AccountResult.of(AccountResult.Kind.MISSING);
        }
        try {
            return process(entry, before, localMember.clock().now(new AccountKey(entry.getKey())));
        } catch (RuntimeException unforeseen) {
            LOG.error("A command for an account failed unexpectedly", unforeseen);
            if (before != null) {
                // The account may have been changed in part, and its backup not at all.
                changed(entry, before, asked.command, 0, true);
            }
            return AccountResult.of(AccountResult.Kind.FAILED);
        }
    }

    /** Keeps the newest copy. Needs no quorum, because the account itself does not change. */
    private AccountResult restored(Map.Entry<String, StoredAccount> entry, AccountCommand.Restore returned) {
        StoredAccount.Image kept = returned.kept();
        @Nullable StoredAccount stored = entry.getValue();
        int age = stored == null ? -1 : StoredAccount.Image.BY_AGE.compare(stored.image(), kept);
        if (age < 0) {
            entry.setValue(returned.execute(localMember.executor(), entry.getKey(), stored, 0)
                    .stored());
            long version = kept.version() - 1;
            replay = new AccountBackupProcessor(
                    new AccountBackupProcessor.Step(returned, 0, kept.term(), version, kept), localMember);
        } else if (age == 0 && !kept.equals(stored.image())) {
            localMember.diverged(entry.getKey());
        }
        return AccountResult.of(AccountResult.Kind.DONE);
    }

    private AccountResult process(Map.Entry<String, StoredAccount> entry, @Nullable StoredAccount before, long moment) {
        long momentBefore = before == null ? Long.MIN_VALUE : before.moment();
        long version = StoredAccount.versionOf(before);
        Execution done = asked.command.execute(localMember.executor(), entry.getKey(), before, moment);
        @Nullable StoredAccount after = done.stored();
        if (after == null) {
            if (before != null) {
                entry.setValue(null);
                replay = new AccountBackupProcessor(
                        new AccountBackupProcessor.Step(
                                asked.command, moment, localMember.terms().current(), version, null),
                        localMember);
            }
        } else if (after != before || !asked.command.onlyReads() || after.moment() != momentBefore) {
            after.version(version);
            boolean whole = asked.command.replacesBackup() || version % WHOLE_EVERY == WHOLE_EVERY - 1;
            changed(entry, after, asked.command, moment, whole);
        }
        return done.result();
    }

    private void changed(
            Map.Entry<String, StoredAccount> entry,
            StoredAccount stored,
            AccountCommand command,
            long moment,
            boolean whole) {
        long version = StoredAccount.versionOf(stored);
        stored.version(version + 1);
        stored.changedIn(localMember.terms().current());
        entry.setValue(stored);
        replay = new AccountBackupProcessor(
                new AccountBackupProcessor.Step(command, moment, stored.term(), version, whole ? stored.image() : null),
                localMember);
    }

    /** Hazelcast calls this after {@link #process}. Null means that nothing has changed and nothing is sent. */
    @Override
    public @Nullable AccountBackupProcessor getBackupProcessor() {
        return replay;
    }
}
