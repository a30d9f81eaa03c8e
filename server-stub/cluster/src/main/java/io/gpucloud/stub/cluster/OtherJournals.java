package io.gpucloud.stub.cluster;

import io.gpucloud.stub.control.Journal;
import java.util.List;

/** The journals that the other members keep. */
final class OtherJournals implements Journal.Others {

    private static final long PATIENCE_MILLIS = 5_000;
    private static final long AGAIN_MILLIS = 50;

    private final Errands errands;

    OtherJournals(Errands errands) {
        this.errands = errands;
    }

    @Override
    public List<Journal.Found> find(Journal.Filter filter, int limit) {
        return errands.elsewhere(new Errand.FindRequests(filter, limit), PATIENCE_MILLIS).stream()
                .map(Journal.Found.class::cast)
                .toList();
    }

    @Override
    public void clear() {
        errands.everywhere(new Errand.ClearRequests());
    }

    @Override
    public long lookAgainMillis() {
        return AGAIN_MILLIS;
    }
}
