package io.gpucloud.contract.coverage;

import java.util.Locale;

/**
 * A state of a member of a response, which a test should cover.
 *
 * @param path path of the member, with {@code []} for entries of an array
 */
record MemberCase(String operation, String path, State state) {

    /** The states of a member. */
    enum State {
        /** An optional member is present. */
        PRESENT,
        /** An optional member is absent. */
        ABSENT,
        /** An array has entries. */
        FILLED,
        /** An array is empty. */
        EMPTY
    }

    @Override
    public String toString() {
        return operation + " " + path + " " + state.name().toLowerCase(Locale.ROOT);
    }
}
