package io.gpucloud.stub.admin;

import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.json.RequestBinder;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Set;

/** Reads seeds outside of a stub. */
public final class SeedReaders {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    public static final SeedReader READER = new SeedReader(
            new RequestBinder(500, VALIDATOR, Set.of(RequestBinder.Tolerance.NULLS)),
            new OperationIds(Set.of("createInstanceByPod"), Set.of()));

    private SeedReaders() {}
}
