package io.gpucloud.stub.cluster;

import java.util.List;

/** What can be asked of the counter of a key. */
sealed interface CounterCall {

    /**
     * Counts a request.
     *
     * @param perSecond how many there may be in a second
     */
    record Count(int perSecond) implements CounterCall {}

    /**
     * Takes a place.
     *
     * @param member for whom
     * @param members who is there; places of others are free again
     * @param concurrent how many places there are
     */
    record TakePlace(String member, List<String> members, int concurrent) implements CounterCall {}

    /**
     * Gives a place back.
     *
     * @param member for whom
     */
    record LeavePlace(String member) implements CounterCall {}
}
