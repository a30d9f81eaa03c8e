package io.gpucloud.stub.cluster;

import io.gpucloud.stub.journal.RequestJournal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that one member has another do. */
sealed interface Errand {

    /** Does it, on the member to which it was sent. */
    @Nullable
    Object run(Here here);

    /**
     * Asks whether a member belongs to the cluster. The result is the highest term that the member that is asked has seen, or null if it
     * does not confirm.
     *
     * @param member its identifier
     * @param term its term
     */
    record Confirm(String member, long term) implements Errand {
        @Override
        public @Nullable Long run(Here here) {
            return here.confirms(member) ? here.terms().see(term) : null;
        }
    }

    /**
     * Tells of the change of a value.
     *
     * @param part the part that it belongs to
     * @param name its name
     * @param value what it is now
     * @param version version of the part
     */
    record Tell(String part, String name, @Nullable Object value, long version) implements Errand {
        @Override
        public @Nullable Object run(Here here) {
            here.replica(part).tell(name, value, version);
            return null;
        }
    }

    /**
     * Tells of the change of all values.
     *
     * @param part the part that they belong to
     * @param values what there is now
     * @param version version of the part
     */
    record TellAll(String part, Map<String, ?> values, long version) implements Errand {
        @Override
        public @Nullable Object run(Here here) {
            here.replica(part).tellAll(values, version);
            return null;
        }
    }

    /**
     * Looks for requests in a journal.
     *
     * @param filter which
     * @param limit how many at most
     */
    record FindRequests(RequestJournal.Filter filter, int limit) implements Errand {
        @Override
        public RequestJournal.Found run(Here here) {
            return here.find(filter, limit);
        }
    }

    /**
     * Deletes requests of a journal.
     *
     * @param filter which
     */
    record ClearRequests(RequestJournal.Filter filter) implements Errand {
        @Override
        public @Nullable Object run(Here here) {
            here.clearJournal(filter);
            return null;
        }
    }
}
