package io.gpucloud.stub.cluster;

/**
 * The term of this member. Every change of an account carries the term of the member that made it. When a member has left, this member
 * begins a term that is higher than any that a majority has seen, and makes no change before a majority has seen the new one. So if a
 * member is cut off and another one takes over its accounts, the changes of the new one have the higher term, even if the member that was
 * cut off made more changes, none of which was acknowledged.
 */
final class TermTracker {

    private long current;
    private long highestSeen;
    private boolean over = true;

    synchronized long current() {
        return current;
    }

    /** Whether a new term has to begin before this member makes another change. */
    synchronized boolean isOver() {
        return over;
    }

    /** Ends the current term: a member has gone, and its accounts may be taken over. */
    synchronized void end() {
        over = true;
    }

    /** Begins a term that is higher than the given one and all that this member has seen. */
    synchronized void beginAfter(long term) {
        current = Math.max(term, highestSeen) + 1;
        highestSeen = current;
        over = false;
    }

    /** Remembers the term of a member and returns the highest one seen so far, including this one. */
    synchronized long see(long term) {
        highestSeen = Math.max(highestSeen, term);
        return highestSeen;
    }
}
