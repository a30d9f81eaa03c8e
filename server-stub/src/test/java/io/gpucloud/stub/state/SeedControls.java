package io.gpucloud.stub.state;

import io.gpucloud.stub.admin.SeedControlsReader;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.json.RequestBinder;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Set;

/** Reads the faults and the clocks of seeds outside of a stub. */
final class SeedControls {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    static final ControlsReader READER = new SeedControlsReader(
            new RequestBinder(500, VALIDATOR, Set.of(RequestBinder.Tolerance.NULLS)),
            new OperationIds(Set.of("createInstanceByPod"), Set.of()));

    private SeedControls() {}
}
