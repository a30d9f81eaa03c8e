package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Objects;

/**
 * The place where an expectation is documented.
 *
 * @param place file and JSON pointer, such as {@code gpu-cloud-v2.yaml#/components/schemas/Instance}, or page and name
 *     of an assumption
 * @param assumption the name of the assumption, empty for a place in an OpenAPI document
 */
public record Source(String place, String assumption) {

    /** The page that describes all assumptions. */
    static final String ASSUMPTIONS = "docs/reference/assumptions.md";

    /** A place in an OpenAPI document. */
    public static Source contract(String place) {
        return new Source(place, "");
    }

    /** An assumption about the service, by its name in {@code assumptions.yaml}. */
    public static Source assumption(String name) {
        return new Source(ASSUMPTIONS + "#" + name, name);
    }

    /** Throws a {@link ContractViolationError} if two values differ. {@code what} names the value in words. */
    public void requireEqual(String what, Object expected, Object got) {
        require(Objects.equals(expected, got), what, String.valueOf(expected), got);
    }

    /**
     * Throws a {@link ContractViolationError} if a condition is false. {@link ServiceResponse} has conditions of a
     * single response.
     */
    public void require(boolean holds, String what, String expected, Object got) {
        if (!holds) {
            throw new ContractViolationError(List.of(new Mismatch(what, expected, String.valueOf(got), place)));
        }
    }
}
