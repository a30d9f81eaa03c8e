package io.gpucloud.stub.api.observed;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpucloud.stub.api.model.Instance;
import java.util.List;

/** An instance with its observed members. */
public record ObservedInstance(
        @JsonUnwrapped Instance documented,
        @JsonProperty("server_map") List<ServerMapEntry> serverMap) {}
