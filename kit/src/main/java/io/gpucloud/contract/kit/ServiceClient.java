package io.gpucloud.contract.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The public API, called with one API key. Every response is checked against the contract before it is returned. */
public final class ServiceClient {

    private final KitContext kit;
    private final @Nullable String key;
    private final Set<String> instances = new LinkedHashSet<>();

    ServiceClient(KitContext kit, @Nullable String key) {
        this.kit = kit;
        this.key = key;
    }

    /**
     * Calls an operation.
     *
     * @param namesAndValues members of the body, or parameters of the query, in turns name and value
     * @throws ContractViolationError if the response does not conform to the contract
     */
    public ServiceResponse call(String operation, Object... namesAndValues) {
        return send(prepare(operation, RequestMembers.of(namesAndValues)));
    }

    /**
     * Calls an operation that was observed, but is not documented.
     *
     * @throws TestAbortedException if the service does not have it
     * @throws ContractViolationError if the response does not conform to the contract with observed additions
     */
    public ServiceResponse callObserved(String operation, Object... namesAndValues) {
        ServiceResponse response = sendUnchecked(prepare(operation, RequestMembers.of(namesAndValues)));
        if (response.status() == 404) {
            throw new TestAbortedException("absent: the service responds with HTTP 404");
        }
        return kit.conforming(response);
    }

    /** Builds a call to send later. */
    public Call prepare(String operation, Map<String, Object> members) {
        boolean documented = ApiDocuments.PUBLIC_API.hasOperation(operation);
        Call call = RequestMembers.call(
                documented ? ApiDocuments.PUBLIC_API : ApiDocuments.OBSERVED_API, operation, members);
        return call.operation().isPublic() ? call : call.key(key);
    }

    /**
     * Sends a call as it is.
     *
     * @throws ContractViolationError if the response does not conform to the contract
     */
    public ServiceResponse send(Call call) {
        return kit.conforming(sendUnchecked(call));
    }

    /** Destroys an instance. On success, the cleanup does not destroy it again. */
    public ServiceResponse destroy(String instance) {
        ServiceResponse response = kit.send(destruction(instance));
        noteDestruction(instance, response);
        return kit.conforming(response);
    }

    /** Sends a call without checking its response, such as one to a path that the contract does not have. */
    public ServiceResponse sendUnchecked(Call call) {
        ServiceResponse response = kit.send(call);
        String created = InstanceList.uuid(response.at("/data"));
        // Before any check: a created instance must be destroyed even if the response was wrong.
        if (KitContext.creates(call) && !created.isEmpty()) {
            instances.add(created);
        }
        return response;
    }

    /** Destroys an instance without retries and without checking the response. */
    ServiceResponse destroyOnce(String instance) {
        ServiceResponse response = kit.sendOnce(destruction(instance));
        noteDestruction(instance, response);
        return response;
    }

    private Call destruction(String instance) {
        return prepare("destroyInstance", Map.of("instance_uuid", instance));
    }

    private void noteDestruction(String instance, ServiceResponse response) {
        if (response.isSuccess()) {
            instances.remove(instance);
        }
    }

    /** The settings of the run. */
    public Settings settings() {
        return kit.settings();
    }

    /** The API key, null without one. */
    public @Nullable String key() {
        return key;
    }

    /** Instances that were created and are not known to be destroyed. */
    List<String> instances() {
        return List.copyOf(instances);
    }
}
