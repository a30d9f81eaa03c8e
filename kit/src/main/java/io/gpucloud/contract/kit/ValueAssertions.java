package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Objects;

/** Assertions about values that were computed from responses. {@link ServiceResponse} has those about a single response. */
public final class ValueAssertions {

    private ValueAssertions() {}

    public static void equal(String what, Object expected, Object got, Source source) {
        that(Objects.equals(expected, got), what, String.valueOf(expected), String.valueOf(got), source);
    }

    /** Throws a {@link ContractViolationError} if a condition is false. */
    public static void that(boolean holds, String what, String expected, Object got, Source source) {
        if (!holds) {
            throw new ContractViolationError(
                    List.of(new Mismatch(what, expected, String.valueOf(got), source.place())));
        }
    }
}
