package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings a call to where a part of the stub is kept, and then to its copies. */
final class PartProcess implements EntryProcessor<String, PartCell, Parcel> {

    private static final long serialVersionUID = 1L;

    private final transient PartCall call;
    private transient boolean changed;

    PartProcess(PartCall call) {
        this.call = call;
    }

    PartCall call() {
        return call;
    }

    @Override
    public Parcel process(Map.Entry<String, PartCell> entry) {
        @Nullable PartCell kept = entry.getValue();
        PartCell cell = kept == null ? PartCell.empty() : kept;
        Result result = cell.perform(call);
        changed = result.done() && !(call instanceof TakeAll);
        if (changed) {
            entry.setValue(cell);
        }
        return new Parcel(result);
    }

    @Override
    public @Nullable PartProcess getBackupProcessor() {
        return changed ? this : null;
    }
}
