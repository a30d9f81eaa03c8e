package io.gpucloud.contract.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Destroys the instances that a session has created. An error with one instance must not keep another one running.
 * Repeating a destroy request costs nothing, so it is repeated for 2 minutes, unless the list shows that the instance
 * no longer exists.
 */
final class Cleanup {

    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private final KitContext kit;
    private final ServiceClient service;
    private final Set<Mismatch> mismatches = new LinkedHashSet<>();

    Cleanup(KitContext kit, ServiceClient service) {
        this.kit = kit;
        this.service = service;
    }

    /** Throws if an instance is left, or the response to a destroy request does not conform to the contract. */
    void run() {
        List<String> left = new ArrayList<>();
        for (String instance : service.instances()) {
            if (!goes(instance)) {
                left.add(instance);
            }
        }
        if (!left.isEmpty()) {
            kit.mayStillRun();
            String source =
                    ApiDocuments.PUBLIC_API.operation("destroyInstance").node().location();
            mismatches.add(new Mismatch(
                    "instances that the kit created", "destroyed at the end", "still listed: " + left, source));
        }
        if (!mismatches.isEmpty()) {
            throw new ContractViolationError(List.copyOf(mismatches));
        }
    }

    private boolean goes(String instance) {
        Duration left = BOUND;
        while (true) {
            Optional<ServiceResponse> response = destroy(instance);
            if (response.filter(ServiceResponse::isSuccess).isPresent()) {
                return true;
            }
            Duration asked = response.map(ServiceResponse::retryAfter).orElse(SHORTEST);
            Duration pause = Collections.max(List.of(asked, SHORTEST));
            left = left.minus(pause);
            if (left.isNegative() || !kit.sleeper().pause(pause)) {
                return isGone(instance);
            }
            // A destroy request that was rejected with 429 had no effect. Any other may have had one.
            if (response.filter(ServiceResponse::isRateLimited).isEmpty() && isGone(instance)) {
                return true;
            }
        }
    }

    private Optional<ServiceResponse> destroy(String instance) {
        try {
            Call destruction = service.prepare("destroyInstance", Map.of("instance_uuid", instance));
            ServiceResponse response = kit.send(destruction);
            mismatches.addAll(ContractValidation.mismatches(response));
            return Optional.of(response);
        } catch (ContractViolationError lost) {
            mismatches.addAll(lost.mismatches());
            return Optional.empty();
        }
    }

    private boolean isGone(String instance) {
        try {
            ServiceResponse response = service.sendUnchecked(service.prepare("listInstances", Map.of()));
            return InstanceList.read(response)
                    .filter(listed -> !listed.contains(instance))
                    .isPresent();
        } catch (ContractViolationError unknown) {
            return false;
        }
    }
}
