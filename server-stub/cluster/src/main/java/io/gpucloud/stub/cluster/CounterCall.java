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
     * @param number which of the places that this member takes
     * @param members who is there; places of others are free again
     * @param concurrent how many places there are
     */
    record TakePlace(String member, long number, List<String> members, int concurrent) implements CounterCall {}

    /**
     * Gives a place back, if it is still taken.
     *
     * @param member for whom it was taken
     * @param number which of the places that this member has taken
     */
    record LeavePlace(String member, long number) implements CounterCall {}
}
