package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes a call on the member that counts an API key. Counters have no backups: they start from zero when the member is lost. */
final class CounterProcessor implements EntryProcessor<String, CounterCell, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient CounterCall call;

    CounterProcessor(CounterCall call) {
        this.call = call;
    }

    CounterCall call() {
        return call;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, CounterCell> entry) {
        @Nullable CounterCell kept = entry.getValue();
        CounterCell cell = kept == null ? new CounterCell() : kept;
        long answer = cell.perform(call);
        @Nullable CounterCell left = cell.isEmpty() ? null : cell;
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
