package io.gpucloud.stub.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpucloud.stub.admin.model.AccountSeed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The format of a seed file: names of the contract, amounts as decimals, times as ISO-8601 offsets. */
record SeedFile(
        @JsonProperty("$schema") @Nullable String schema,
        @Nullable List<@Valid PodEntry> pods,
        @Nullable List<@Valid GpuEntry> gpus,
        @Nullable List<@Valid ImageEntry> marketImages,
        @Nullable Map<String, @Valid AccountSeed> accounts) {

    private static final String EMPTY = "must not be empty";
    private static final String NEGATIVE = "must be at least 0";

    record PodEntry(
            @NotEmpty(message = EMPTY) String uuid,
            @NotEmpty(message = EMPTY) String title,
            @Nullable String remark,
            @NotEmpty(message = "needs at least one tag") List<String> podTag,
            PriceEntry price) {}

    record GpuEntry(
            @NotEmpty(message = EMPTY) String gpuUuid,
            @NotEmpty(message = EMPTY) String gpuName,
            PriceEntry price,
            @Nullable @Min(value = 0, message = NEGATIVE) Integer stock) {}

    record PriceEntry(
            BigDecimal hour,
            @Nullable BigDecimal day,
            @Nullable BigDecimal week,
            @Nullable BigDecimal month,
            @Nullable BigDecimal year) {}

    record ImageEntry(
            @NotEmpty(message = EMPTY) String uuid,
            ComponentsEntry components,
            @Min(value = 0, message = NEGATIVE) Long size,
            @Min(value = 0, message = NEGATIVE) Long createdAt,
            @Min(value = 0, message = NEGATIVE) Long updatedAt) {}

    record ComponentsEntry(
            @JsonProperty("Ubuntu") @Nullable String ubuntu,
            @JsonProperty("CUDA") @Nullable String cuda,
            @JsonProperty("Python") @Nullable String python,
            @JsonProperty("PyTorch") @Nullable String pyTorch,
            @JsonProperty("TensorFlow") @Nullable String tensorFlow,
            @JsonProperty("PaddlePaddle") @Nullable String paddlePaddle) {}
}
