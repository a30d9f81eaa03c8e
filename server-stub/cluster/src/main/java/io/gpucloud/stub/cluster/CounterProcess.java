package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings a request to where its key is counted. There are no copies: with the member its counters begin anew. */
final class CounterProcess implements EntryProcessor<String, CounterCell, Parcel> {

    private static final long serialVersionUID = 1L;

    private final transient CounterCall call;

    CounterProcess(CounterCall call) {
        this.call = call;
    }

    CounterCall call() {
        return call;
    }

    @Override
    public Parcel process(Map.Entry<String, CounterCell> entry) {
        @Nullable CounterCell kept = entry.getValue();
        CounterCell cell = kept == null ? new CounterCell() : kept;
        long answer = cell.perform(call);
        @Nullable CounterCell left = cell.isEmpty() ? null : cell;
        if (left != kept) {
            entry.setValue(left);
        }
        return new Parcel(answer);
    }

    @Override
    public @Nullable CounterProcess getBackupProcessor() {
        return null;
    }
}
