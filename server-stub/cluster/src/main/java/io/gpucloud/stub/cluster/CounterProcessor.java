package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes a command on the member that counts an API key. Counters have no backups: they start from zero when the member is lost. */
final class CounterProcessor implements EntryProcessor<String, StoredCounter, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient CounterCommand command;

    CounterProcessor(CounterCommand command) {
        this.command = command;
    }

    CounterCommand command() {
        return command;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, StoredCounter> entry) {
        @Nullable StoredCounter kept = entry.getValue();
        StoredCounter stored = kept == null ? new StoredCounter() : kept;
        long answer = command.applyTo(stored);
        @Nullable StoredCounter left = stored.isEmpty() ? null : stored;
        if (left != kept) {
            entry.setValue(left);
        }
        return new ResultEnvelope(answer);
    }

    @Override
    public @Nullable CounterProcessor getBackupProcessor() {
        return null;
    }
}
