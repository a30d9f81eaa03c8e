package io.gpucloud.stub.admin;

import org.jspecify.annotations.Nullable;

/** Query parameters that repeat a member of the body for a proxy that spreads accounts over several stubs and reads no bodies. */
public final class Routing {

    private Routing() {}

    /**
     * Checks that a parameter repeats the member. Otherwise the proxy chose a stub by another account than the call is about.
     *
     * @param parameter its value, or null if it is not there
     * @param member value of the member, or null if it is not there
     * @throws ProblemException if they differ
     */
    public static void requireSame(String name, @Nullable String parameter, @Nullable String member) {
        if (parameter != null && !parameter.equals(member)) {
            throw ProblemException.badMember(name, "must be the same in the query and in the body");
        }
    }
}
