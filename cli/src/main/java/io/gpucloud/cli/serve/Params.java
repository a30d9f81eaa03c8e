package io.gpucloud.cli.serve;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** The parameters of the methods, under the names of {@code openrpc.json}: durations in seconds, amounts as texts. */
final class Params {

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private Params() {}

    /** @throws IllegalArgumentException if one is unknown, missing or wrong */
    static <P> P read(JsonNode params, Class<P> type) {
        try {
            return JSON.treeToValue(params, type);
        } catch (UnrecognizedPropertyException unknown) {
            throw new IllegalArgumentException("there is no parameter " + unknown.getPropertyName(), unknown);
        } catch (DatabindException wrong) {
            String path = wrong.getPath().stream()
                    .map(part -> String.valueOf(part.getPropertyName()))
                    .collect(Collectors.joining("."));
            throw new IllegalArgumentException("the parameter " + path + " is missing, or has a wrong value", wrong);
        }
    }

    record None() {}

    record Limit(
            @JsonProperty(required = true) BigDecimal amount,
            @JsonProperty(required = true) Duration window) {}

    record Initialize(
            @JsonProperty(required = true) int version,
            @Nullable Long process,
            @Nullable String owner,
            @Nullable AccountUse accountUse,
            @Nullable Path journal,
            @Nullable Limit spendingLimit,
            @Nullable BigDecimal maxHourlyCost,
            @Nullable Integer maxOpenLeases,
            @Nullable OnClose onClose,
            @Nullable Boolean recoverOnStart,
            @Nullable Duration window,
            @Nullable Duration interval,
            @Nullable String stubClock) {

        void applyTo(LeaseOptions.Builder options) {
            Optional.ofNullable(owner).ifPresent(options::owner);
            Optional.ofNullable(accountUse).ifPresent(options::accountUse);
            Optional.ofNullable(spendingLimit).ifPresent(limit -> options.spendingLimit(limit.amount, limit.window));
            Optional.ofNullable(maxHourlyCost).ifPresent(options::maxHourlyCost);
            Optional.ofNullable(maxOpenLeases).ifPresent(options::maxOpenLeases);
            Optional.ofNullable(onClose).ifPresent(options::onClose);
            if (onClose == OnClose.HAND_OVER) {
                // A hand-over needs a timer that certainly ends the instance.
                options.unverifiedTimer(UnverifiedTimerPolicy.DESTROY);
            }
            Optional.ofNullable(recoverOnStart).ifPresent(options::recoverOnStart);
            Optional.ofNullable(window).ifPresent(options::window);
            Optional.ofNullable(interval).ifPresent(options::interval);
        }
    }

    record Rent(
            @Nullable String podUuid,
            @Nullable String podTag,
            @Nullable String imageUuid,
            @Nullable List<String> gpuUuids,
            @Nullable Integer gpuCount,
            @Nullable BigDecimal maxHourlyPrice,
            @JsonProperty(required = true) Duration lifetime,
            @Nullable Duration renewTimerEvery,
            @Nullable Duration idleTimeout,
            @Nullable Duration capacityTimeout,
            @Nullable Duration bootTimeout,
            @Nullable String title,
            @Nullable String tag,
            @Nullable Map<String, String> data) {

        RentalPlan plan() {
            RentalPlan.Builder plan = RentalPlan.builder()
                    .maxLifetime(lifetime)
                    .renewTimerEvery(renewTimerEvery)
                    .idleTimeout(idleTimeout);
            Optional.ofNullable(podUuid).ifPresent(plan::podUuid);
            Optional.ofNullable(podTag).ifPresent(plan::podTag);
            Optional.ofNullable(imageUuid).ifPresent(plan::imageUuid);
            Optional.ofNullable(gpuUuids).ifPresent(models -> plan.gpus(models.toArray(String[]::new)));
            Optional.ofNullable(gpuCount).ifPresent(plan::gpuCount);
            Optional.ofNullable(maxHourlyPrice).ifPresent(plan::maxHourlyPrice);
            Optional.ofNullable(capacityTimeout)
                    .ifPresent(longest -> plan.createTimeout(longest).onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY));
            Optional.ofNullable(bootTimeout).ifPresent(plan::bootTimeout);
            Optional.ofNullable(title).ifPresent(plan::title);
            Optional.ofNullable(tag).ifPresent(plan::tag);
            Optional.ofNullable(data).ifPresent(plan::data);
            return plan.build();
        }
    }

    record Adopt(
            @JsonProperty(required = true) String instanceUuid,
            @JsonProperty(required = true) Duration lifetime) {}

    record OfLease(@JsonProperty(required = true) String instanceUuid) {}

    record Extend(
            @JsonProperty(required = true) String instanceUuid,
            @JsonProperty(required = true) Duration by) {}

    record Put(
            @JsonProperty(required = true) String instanceUuid,
            @JsonProperty(required = true) String key,
            @JsonProperty(required = true) String value) {}

    /** Without an instance: all. */
    record Close(@Nullable String instanceUuid) {}

    record Recover(@Nullable RecoveryDecision decision) {}

    record Sweep(
            @JsonProperty(required = true) Duration olderThan,
            @Nullable String owner,
            boolean includeTimed,
            boolean destroy) {

        SweepCriteria criteria() {
            return new SweepCriteria(olderThan, any -> true, includeTimed, false);
        }
    }

    record Cancel(@JsonProperty(required = true) JsonNode id) {}
}
