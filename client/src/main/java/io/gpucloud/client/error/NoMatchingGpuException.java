package io.gpucloud.client.error;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No GPU model is available under your conditions: each is too expensive, not listed, without a price, or not free.
 * Nothing was created.
 */
public final class NoMatchingGpuException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, String> reasons;

    /**
     * Creates the exception.
     *
     * @param summary the reason in short
     * @param reasons the reason for each model that was considered, by its identifier
     * @param failure the facts of the last rejected call, or of an operation that was not called
     * @param cause the last rejection, or null if there was none
     */
    public NoMatchingGpuException(
            String summary, Map<String, String> reasons, FailureDetails failure, @Nullable Throwable cause) {
        super(reasons.isEmpty() ? summary : summary + ": " + grouped(reasons), failure, cause);
        this.reasons = new LinkedHashMap<>(reasons);
    }

    /** Each reason once, with all its models. */
    private static String grouped(Map<String, String> reasons) {
        Map<String, List<String>> models = new LinkedHashMap<>();
        reasons.forEach((model, reason) -> models.computeIfAbsent(quote(reason), first -> new ArrayList<>())
                .add(model));
        return models.entrySet().stream()
                .map(group -> String.join(", ", group.getValue()) + " (" + group.getKey() + ")")
                .collect(Collectors.joining("; "));
    }

    /** {@return reasons for people, by the identifier of the model, in the order in which they were considered} */
    public Map<String, String> reasons() {
        return Collections.unmodifiableMap(reasons);
    }

    /**
     * Returns whether models fit the conditions of a rental and none of them has a free GPU. A later rental may then
     * succeed.
     *
     * @return false if no model fits, for example because of its price
     */
    public boolean isCapacityMissing() {
        return getCause() instanceof NoCapacityException;
    }
}
