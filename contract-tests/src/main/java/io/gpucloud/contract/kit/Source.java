package io.gpucloud.contract.kit;

/** Where an expectation is written down: a place in an OpenAPI document, or an {@link Assumption}. */
@FunctionalInterface
public interface Source {

    /**
     * The place, as a reader of a report finds it.
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
