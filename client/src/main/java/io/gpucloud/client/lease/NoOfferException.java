package io.gpucloud.client.lease;

import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.GpuCloudException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** No GPU model of the plan could be had: too dear, not listed, or not free in time. Nothing was created. */
public final class NoOfferException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, String> reasons;

    /**
     * Nothing to be had.
     *
     * @param summary why in short
     * @param reasons why each model that was considered could not be had, by its identifier
     * @param failure the facts of the last refusal, or of the operation that was not called
     * @param cause the last refusal, or null if nothing was asked for
     */
    public NoOfferException(
            String summary, Map<String, String> reasons, CallFailure failure, @Nullable Throwable cause) {
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

    /**
     * Why each model could not be had.
     *
     * @return reasons for people, by the identifier of the model, in the order in which they were considered
     */
    public Map<String, String> reasons() {
        return Collections.unmodifiableMap(reasons);
    }
}
