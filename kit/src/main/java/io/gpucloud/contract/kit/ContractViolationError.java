package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** Thrown if a service does not behave as expected. */
public final class ContractViolationError extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final transient List<Mismatch> mismatches;

    public ContractViolationError(List<Mismatch> mismatches) {
        super(mismatches.stream().map(Mismatch::toString).collect(joining(System.lineSeparator())));
        this.mismatches = List.copyOf(mismatches);
    }

    public List<Mismatch> mismatches() {
        return mismatches;
    }
}
