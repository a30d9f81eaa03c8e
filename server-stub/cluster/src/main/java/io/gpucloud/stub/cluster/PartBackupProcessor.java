package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repeats a call on the backup of a part, whether or not this member has a quorum. */
final class PartBackupProcessor implements EntryProcessor<String, PartCell, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient PartCall call;

    PartBackupProcessor(PartCall call) {
        this.call = call;
    }

    PartCall call() {
        return call;
    }

    @Override
    public ResultEnvelope process(Map.Entry<String, PartCell> entry) {
        @Nullable PartCell kept = entry.getValue();
        PartCell copy = kept == null ? PartCell.empty() : kept;
        copy.perform(call);
        entry.setValue(copy);
        return new ResultEnvelope(null);
    }

    /** A backup has no backups. */
    @Override
    public @Nullable PartBackupProcessor getBackupProcessor() {
        return null;
    }
}
