package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repeats a command on the backup of an account. */
final class AccountBackupProcessor implements EntryProcessor<String, StoredAccount, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient Step step;
    private final transient LocalMember localMember;

    AccountBackupProcessor(Step step, LocalMember localMember) {
        this.step = step;
        this.localMember = localMember;
    }

    /**
     * A serialized command for the backup.
     *
     * @param moment the time of the command in seconds since 1970
     * @param term the term of the change, see {@link TermTracker}
     * @param version the version of the account before the command
     * @param whole the account after the command, if the whole account is sent
     */
    record Step(AccountCommand command, long moment, long term, long version, StoredAccount.@Nullable Image whole) {}

    Step step() {
        return step;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, StoredAccount> entry) {
        @Nullable StoredAccount copy = entry.getValue();
        boolean differs = StoredAccount.versionOf(copy) != step.version;
        // A backup that is to be replaced is known to differ, which is not a new difference.
        if (differs && !step.command.replacesBackup()) {
            localMember.differs(entry.getKey());
        }
        @Nullable StoredAccount after = after(entry.getKey(), copy, differs);
        if (after != null) {
            after.version(step.version + 1);
            after.changedIn(step.term);
        }
        entry.setValue(after);
        return new ResultEnvelope(null);
    }

    /** Removes a backup that differs until the whole account is sent. If the owner dies before that, the account is lost. */
    private @Nullable StoredAccount after(String name, @Nullable StoredAccount copy, boolean differs) {
        if (step.whole != null) {
            return step.whole.stored(localMember.executor().rules());
        }
        return differs
                ? null
                : step.command
                        .execute(localMember.executor(), name, copy, step.moment)
                        .stored();
    }

    /** A backup has no backups. */
    @Override
    public @Nullable AccountBackupProcessor getBackupProcessor() {
        return null;
    }
}
