package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.cluster.SharedStateCommand.Result;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes a command on the member that owns a part of the shared state, and then on the backup. */
final class SharedStateProcessor implements EntryProcessor<String, SharedStatePart, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient SharedStateCommand command;
    private final transient LocalMember localMember;
    private transient @Nullable SharedStateBackupProcessor replay;

    SharedStateProcessor(SharedStateCommand command, LocalMember localMember) {
        this.command = command;
        this.localMember = localMember;
    }

    SharedStateCommand command() {
        return command;
    }

    /** Returns a {@link Result}, or an empty envelope if this member has no quorum and did nothing. */
    @Override
    public ResultEnvelope process(Map.Entry<String, SharedStatePart> entry) {
        if (command.changes() && !localMember.hasQuorum()) {
            return new ResultEnvelope(null);
        }
        @Nullable SharedStatePart kept = entry.getValue();
        SharedStatePart part = kept == null ? SharedStatePart.empty() : kept;
        Result result = command.applyTo(part);
        if (result.done() && !command.onlyReads()) {
            entry.setValue(part);
            replay = new SharedStateBackupProcessor(command.forBackup(part));
        }
        return new ResultEnvelope(result);
    }

    @Override
    public @Nullable SharedStateBackupProcessor getBackupProcessor() {
        return replay;
    }
}
