package io.gpucloud.stub.admin;

import org.jspecify.annotations.Nullable;

/** Query parameters that repeat a member of the body. A proxy that distributes accounts over several stubs reads them instead of bodies. */
public final class RoutingParameterCheck {

    private RoutingParameterCheck() {}

    /**
     * Checks that a parameter equals the member. Otherwise the proxy may have chosen the stub of another account.
     *
     * @param parameter value of the parameter, or null if it is absent
     * @param member value of the member, or null if it is absent
     * @throws ProblemException if they differ
     */
    public static void requireSame(String name, @Nullable String parameter, @Nullable String member) {
        if (parameter != null && !parameter.equals(member)) {
            throw ProblemException.badMember(name, "must be the same in the query and in the body");
        }
    }
}
