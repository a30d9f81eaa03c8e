package io.gpucloud.stub.cluster;

import io.gpucloud.stub.journal.RequestJournal;
import java.util.List;

/** The journals that the other members keep. */
final class OtherJournals implements RequestJournal.Others {

    private static final long PATIENCE_MILLIS = 5_000;
    private static final long AGAIN_MILLIS = 50;

    private static final int LENGTH_OF_NAME = 8;

    private final Errands errands;
    private final String name;

    /**
     * The journals of the other members.
     *
     * @param errands reaches the other members
     * @param member identifier of this member
     */
    OtherJournals(Errands errands, String member) {
        this.errands = errands;
        this.name = member.substring(0, LENGTH_OF_NAME);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<RequestJournal.Found> find(RequestJournal.Filter filter, int limit) {
        return errands.elsewhere(new Errand.FindRequests(filter, limit), PATIENCE_MILLIS).stream()
                .map(RequestJournal.Found.class::cast)
                .toList();
    }

    @Override
    public void clear(RequestJournal.Filter filter) {
        errands.everywhere(new Errand.ClearRequests(filter));
    }

    @Override
    public long lookAgainMillis() {
        return AGAIN_MILLIS;
    }
}
