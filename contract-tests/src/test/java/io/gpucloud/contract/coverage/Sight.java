package io.gpucloud.contract.coverage;

import java.util.Locale;

/**
 * Something to have seen of a member of an answer.
 *
 * @param operation the operation, by its id
 * @param path path of the member, with {@code []} for entries of an array
 * @param what what is to be seen of it
 */
record Sight(String operation, String path, What what) {

    /** What there is to be seen. */
    enum What {
        /** A member that may be absent is there. */
        PRESENT,
        /** It is absent. */
        ABSENT,
        /** An array holds something. */
        FILLED,
        /** An array is empty. */
        EMPTY
    }

    @Override
    public String toString() {
        return operation + " " + path + " " + what.name().toLowerCase(Locale.ROOT);
    }
}
