package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repeats a command on the backup of a part, whether or not this member has a quorum. */
final class SharedStateBackupProcessor implements EntryProcessor<String, SharedStatePart, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient SharedStateCommand command;

    SharedStateBackupProcessor(SharedStateCommand command) {
        this.command = command;
    }

    SharedStateCommand command() {
        return command;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, SharedStatePart> entry) {
        @Nullable SharedStatePart kept = entry.getValue();
        SharedStatePart copy = kept == null ? SharedStatePart.empty() : kept;
        command.applyTo(copy);
        entry.setValue(copy);
        return new ResultEnvelope(null);
    }

    /** A backup has no backups. */
    @Override
    public @Nullable SharedStateBackupProcessor getBackupProcessor() {
        return null;
    }
}
