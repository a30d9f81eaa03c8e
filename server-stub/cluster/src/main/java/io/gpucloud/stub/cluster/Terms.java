package io.gpucloud.stub.cluster;

/**
 * The term of this member. Every change of an account carries the term of the member that made it. A member whose view of the
 * cluster has shrunk begins a higher term than a majority has seen, and makes no change before a majority has seen that one.
 * So if a member is cut off and another takes over its accounts, the changes of the successor have the higher term, however
 * many changes the first one made that nobody acknowledged.
 */
final class Terms {

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

    /** Begins a term that is higher than a term, and than all that this member has seen. */
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
