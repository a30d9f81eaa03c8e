package io.gpucloud.contract.coverage;

/**
 * A documented answer of an operation.
 *
 * @param operation the operation, by its id
 * @param outcome the answer
 */
record Cell(String operation, Outcome outcome) {

    @Override
    public String toString() {
        return operation + " " + outcome.title();
    }
}
