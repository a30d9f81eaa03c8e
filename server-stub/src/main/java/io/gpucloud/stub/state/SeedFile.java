package io.gpucloud.stub.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The format of a seed file: names of the contract, amounts as decimals, times as ISO-8601 offsets. */
record SeedFile(
        @JsonProperty("$schema") @Nullable String schema,
        @Nullable List<PodEntry> pods,
        @Nullable List<GpuEntry> gpus,
        @Nullable List<ImageEntry> marketImages,
        @Nullable Map<String, AccountEntry> accounts) {

    record PodEntry(String uuid, String title, @Nullable String remark, List<String> podTag, PriceEntry price) {}

    record GpuEntry(
            String gpuUuid,
            String gpuName,
            PriceEntry price,
            @Nullable Integer stock) {}

    record PriceEntry(
            BigDecimal hour,
            @Nullable BigDecimal day,
            @Nullable BigDecimal week,
            @Nullable BigDecimal month,
            @Nullable BigDecimal year) {}

    record ImageEntry(String uuid, ComponentsEntry components, Long size, Long createdAt, Long updatedAt) {}

    record ComponentsEntry(
            @JsonProperty("Ubuntu") @Nullable String ubuntu,
            @JsonProperty("CUDA") @Nullable String cuda,
            @JsonProperty("Python") @Nullable String python,
            @JsonProperty("PyTorch") @Nullable String pyTorch,
            @JsonProperty("TensorFlow") @Nullable String tensorFlow,
            @JsonProperty("PaddlePaddle") @Nullable String paddlePaddle) {}

    record AccountEntry(
            @Nullable List<RechargeEntry> recharges,
            @Nullable List<CardEntry> cards,
            @Nullable List<BillEntry> bills,
            @Nullable List<PrivateImageEntry> images,
            @Nullable List<InstanceEntry> instances,
            @Nullable JsonNode clock,
            @Nullable List<JsonNode> faults) {}

    record RechargeEntry(
            BigDecimal amount, String tradeOffset, @Nullable String payOffset) {}

    record CardEntry(
            String title,
            BigDecimal faceAmount,
            @Nullable BigDecimal leaveAmount,
            @Nullable BigDecimal salePrice,
            String bindOffset,
            Integer validDays,
            @Nullable List<String> pods) {}

    record BillEntry(BigDecimal amount, Integer chargeChannel, String settleStartOffset, String settleEndOffset) {}

    record PrivateImageEntry(
            String title,
            @Nullable String remark,
            @Nullable Integer saveImageStatus,
            @Nullable String createOffset,
            @Nullable String podUuid,
            @Nullable String podTag) {}

    record InstanceEntry(
            @Nullable String podUuid,
            @Nullable String podTag,
            @Nullable String imageUuid,
            String gpuUuid,
            Integer gpuNums,
            @Nullable String title,
            @Nullable Integer status,
            @Nullable String createOffset) {}
}
