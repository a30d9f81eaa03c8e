package io.gpucloud.contract.coverage;

/** A cell of the coverage matrix: a documented response of an operation. */
record CoverageCell(String operation, DocumentedResponse outcome) {

    @Override
    public String toString() {
        return operation + " " + outcome.title();
    }
}
