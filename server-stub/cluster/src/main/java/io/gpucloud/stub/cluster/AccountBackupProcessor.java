package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repeats a call on the backup of an account. */
final class AccountBackupProcessor implements EntryProcessor<String, AccountCell, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient Step step;
    private final transient LocalMember localMember;

    AccountBackupProcessor(Step step, LocalMember localMember) {
        this.step = step;
        this.localMember = localMember;
    }

    /**
     * A serialized call for the backup.
     *
     * @param moment the time of the call in seconds since 1970
     * @param term the term of the change, see {@link Terms}
     * @param version the version of the account before the call
     * @param whole the account after the call, if the whole account is sent
     */
    record Step(AccountCall call, long moment, long term, long version, AccountCell.@Nullable Image whole) {}

    Step step() {
        return step;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, AccountCell> entry) {
        @Nullable AccountCell copy = entry.getValue();
        boolean differs = AccountCell.versionOf(copy) != step.version;
        if (differs && !isRepair()) {
            localMember.differs(entry.getKey());
        }
        @Nullable AccountCell after = after(entry.getKey(), copy, differs);
        if (after != null) {
            after.version(step.version + 1);
            after.changedIn(step.term);
        }
        entry.setValue(after);
        return new ResultEnvelope(null);
    }

    /** These calls replace backups that are known to differ, which is not a new difference. */
    private boolean isRepair() {
        return step.call instanceof AccountCall.Repair || step.call instanceof AccountCall.Restore;
    }

    /** Removes a backup that differs until the whole account is sent. If the owner dies before that, the account is lost. */
    private @Nullable AccountCell after(String name, @Nullable AccountCell copy, boolean differs) {
        if (step.whole != null) {
            return step.whole.cell(localMember.executor().rules());
        }
        return differs
                ? null
                : localMember
                        .executor()
                        .perform(name, copy, step.call, step.moment)
                        .cell();
    }

    /** A backup has no backups. */
    @Override
    public @Nullable AccountBackupProcessor getBackupProcessor() {
        return null;
    }
}
