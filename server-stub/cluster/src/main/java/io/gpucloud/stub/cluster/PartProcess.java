package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.cluster.PartCall.Equal;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.Settle;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings a call to where a part of the stub is kept, and then to its copies. */
final class PartProcess implements EntryProcessor<String, PartCell, Parcel> {

    private static final long serialVersionUID = 1L;

    private final transient PartCall call;
    private final transient Here here;
    private transient @Nullable PartReplay replay;

    PartProcess(PartCall call, Here here) {
        this.call = call;
        this.here = here;
    }

    PartCall call() {
        return call;
    }

    /** Answers a {@link Result}; or nothing, if nothing was done, for this member cannot be sure of itself now. */
    @Override
    public Parcel process(Map.Entry<String, PartCell> entry) {
        if (call.changes() && !here.isSure()) {
            return new Parcel(null);
        }
        @Nullable PartCell kept = entry.getValue();
        PartCell cell = kept == null ? PartCell.empty() : kept;
        Result result = cell.perform(call);
        if (result.done() && !(call instanceof TakeAll)) {
            entry.setValue(cell);
            replay = new PartReplay(call instanceof Settle ? new Equal(cell.image()) : call);
        }
        return new Parcel(result);
    }

    @Override
    public @Nullable PartReplay getBackupProcessor() {
        return replay;
    }
}
