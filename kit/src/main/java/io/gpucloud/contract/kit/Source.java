package io.gpucloud.contract.kit;

/** The place where an expectation is documented: a place in an OpenAPI document, or an {@link Assumption}. */
@FunctionalInterface
public interface Source {

    /**
     * The place as shown in reports.
     *
     * @return file and JSON pointer, or page and name of the assumption
     */
    String cite();

    /**
     * A place in an OpenAPI document.
     *
     * @param place file and JSON pointer, such as {@code gpu-cloud-v2.yaml#/components/schemas/Instance}
     * @return the source
     */
    static Source contract(String place) {
        return () -> place;
    }
}
