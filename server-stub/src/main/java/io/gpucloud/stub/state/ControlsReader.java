package io.gpucloud.stub.state;

import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.fault.FaultDefinition;
import tools.jackson.databind.JsonNode;

/**
 * Reads the faults and the clock of an account in a seed, which have the form of bodies of {@code /__admin}. Each
 * method throws an {@link io.gpucloud.stub.json.InvalidJsonException} if the JSON is invalid.
 */
public interface ControlsReader {

    FaultDefinition<?> fault(JsonNode json);

    ClockChange clock(JsonNode json);
}
