package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does on a copy what was done where the part is kept, whether or not this member is sure of itself. */
final class PartReplay implements EntryProcessor<String, PartCell, Parcel> {

    private static final long serialVersionUID = 1L;

    private final transient PartCall call;

    PartReplay(PartCall call) {
        this.call = call;
    }

    PartCall call() {
        return call;
    }

    @Override
    public Parcel process(Map.Entry<String, PartCell> entry) {
        @Nullable PartCell kept = entry.getValue();
        PartCell copy = kept == null ? PartCell.empty() : kept;
        copy.perform(call);
        entry.setValue(copy);
        return new Parcel(null);
    }

    /** A copy has no copies. */
    @Override
    public @Nullable PartReplay getBackupProcessor() {
        return null;
    }
}
