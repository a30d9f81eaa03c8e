package io.gpucloud.contract.coverage;

/**
 * A cell of the coverage matrix: a documented response of an operation.
 *
 * @param operation id of the operation
 * @param outcome the response
 */
record Cell(String operation, Outcome outcome) {

    @Override
    public String toString() {
        return operation + " " + outcome.title();
    }
}
