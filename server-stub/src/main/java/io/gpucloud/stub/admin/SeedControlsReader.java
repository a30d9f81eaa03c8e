package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.state.ControlsReader;
import tools.jackson.databind.JsonNode;

/**
 * Reads the faults and the clock of a seed as {@code POST /__admin/faults} and {@code PUT /__admin/clock} read their
 * bodies.
 */
public final class SeedControlsReader implements ControlsReader {

    private final RequestBinder binder;
    private final OperationIds operations;

    public SeedControlsReader(RequestBinder binder, OperationIds operations) {
        this.binder = binder;
        this.operations = operations;
    }

    @Override
    public FaultDefinition<?> fault(JsonNode json) {
        FaultCreation fault = binder.read(json, FaultCreation.class);
        if (fault.apiKey() != null) {
            throw new InvalidJsonException("api_key", "is not allowed in a seed, whose faults belong to its account");
        }
        operations.require(fault.operation());
        return FaultMapper.definition(fault);
    }

    @Override
    public ClockChange clock(JsonNode json) {
        return ClockController.change(binder.read(json, ClockSetting.class));
    }
}
