package io.gpucloud.contract.kit;

/**
 * The place where an expectation is documented.
 *
 * @param place file and JSON pointer, such as {@code gpu-cloud-v2.yaml#/components/schemas/Instance}, or page and name of an assumption
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
}
