package io.gpucloud.stub.cluster;

import io.gpucloud.stub.journal.FoundEntries;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.OtherJournals;
import java.util.List;

/** The journals of the other members. */
final class PeerJournals implements OtherJournals {

    private static final long RESPONSE_MILLIS = 5_000;
    private static final long RETRY_MILLIS = 50;

    private static final int LENGTH_OF_NAME = 8;

    private final MemberTasks tasks;
    private final String name;

    /** The journals of the other members. */
    PeerJournals(MemberTasks tasks, String member) {
        this.tasks = tasks;
        this.name = member.substring(0, LENGTH_OF_NAME);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<FoundEntries> find(JournalFilter filter, int limit) {
        return tasks.runOnOthers(new MemberTask.FindRequests(filter, limit), RESPONSE_MILLIS).stream()
                .map(FoundEntries.class::cast)
                .toList();
    }

    @Override
    public void clear(JournalFilter filter) {
        tasks.runOnAll(new MemberTask.ClearRequests(filter));
    }

    @Override
    public long lookAgainMillis() {
        return RETRY_MILLIS;
    }
}
