package io.gpucloud.stub.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import org.jspecify.annotations.Nullable;

/** The page of {@code listInstances}, for which the contract has no parameters. */
record PageQuery(
        @JsonProperty("page")
        @DecimalMin(value = "1", message = "must be at least 1")
        @DecimalMax(value = "999999999", message = "must be at most 999999999")
        @Nullable
        Integer page,

        @JsonProperty("page_size")
        @DecimalMin(value = "1", message = "must be at least 1")
        @DecimalMax(value = "999999999", message = "must be at most 999999999")
        @Nullable
        Integer pageSize) {

    static final PageQuery NONE = new PageQuery(null, null);
}
