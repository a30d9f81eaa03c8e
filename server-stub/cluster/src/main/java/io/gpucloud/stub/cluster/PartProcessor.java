package io.gpucloud.stub.cluster;

import com.hazelcast.map.EntryProcessor;
import io.gpucloud.stub.cluster.PartCall.Equal;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.Settle;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes a call on the member that owns a part of the shared state, and then on the backup. */
final class PartProcessor implements EntryProcessor<String, PartCell, ResultEnvelope> {

    private static final long serialVersionUID = 1L;

    private final transient PartCall call;
    private final transient LocalMember localMember;
    private transient @Nullable PartBackupProcessor replay;

    PartProcessor(PartCall call, LocalMember localMember) {
        this.call = call;
        this.localMember = localMember;
    }

    PartCall call() {
        return call;
    }

    /** Returns a {@link Result}, or an empty envelope if this member has no quorum and did nothing. */
    @Override
    public ResultEnvelope process(Map.Entry<String, PartCell> entry) {
        if (call.changes() && !localMember.hasQuorum()) {
            return new ResultEnvelope(null);
        }
        @Nullable PartCell kept = entry.getValue();
        PartCell cell = kept == null ? PartCell.empty() : kept;
        Result result = cell.perform(call);
        if (result.done() && !(call instanceof TakeAll)) {
            entry.setValue(cell);
            replay = new PartBackupProcessor(call instanceof Settle ? new Equal(cell.image()) : call);
        }
        return new ResultEnvelope(result);
    }

    @Override
    public @Nullable PartBackupProcessor getBackupProcessor() {
        return replay;
    }
}
