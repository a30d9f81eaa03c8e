package io.gpucloud.stub.cluster;

import io.gpucloud.stub.journal.FoundEntries;
import io.gpucloud.stub.journal.JournalFilter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task that one member sends to another. */
sealed interface MemberTask {

    /** Runs the task on the member to which it was sent. */
    @Nullable
    Object run(LocalMember localMember);

    /**
     * Requests the confirmation that a member belongs to the cluster. The result is the highest term that the confirming member has seen,
     * or null if it does not confirm.
     *
     * @param term its term
     */
    record Confirm(String member, long term) implements MemberTask {
        @Override
        public @Nullable Long run(LocalMember localMember) {
            return localMember.confirms(member) ? localMember.terms().see(term) : null;
        }
    }

    /**
     * Publishes the change of a shared value.
     *
     * @param value its value, or null if it was removed
     * @param version version of the part
     */
    record ChangeValue(String part, String name, @Nullable Object value, long version) implements MemberTask {
        @Override
        public @Nullable Object run(LocalMember localMember) {
            localMember.replica(part).change(name, value, version);
            return null;
        }
    }

    /**
     * Publishes new values of a whole part.
     *
     * @param version version of the part
     */
    record ReplaceValues(String part, Map<String, ?> values, long version) implements MemberTask {
        @Override
        public @Nullable Object run(LocalMember localMember) {
            localMember.replica(part).replaceAll(values, version);
            return null;
        }
    }

    /**
     * Finds requests in a journal.
     *
     * @param limit maximum number of requests
     */
    record FindRequests(JournalFilter filter, int limit) implements MemberTask {
        @Override
        public FoundEntries run(LocalMember localMember) {
            return localMember.find(filter, limit);
        }
    }

    /** Deletes requests of a journal. */
    record ClearRequests(JournalFilter filter) implements MemberTask {
        @Override
        public @Nullable Object run(LocalMember localMember) {
            localMember.clearJournal(filter);
            return null;
        }
    }
}
