package io.gpucloud.contract.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The public API, called with one API key. Every response is checked against the contract before it is returned. */
public final class ServiceClient {

    private static final String DESTRUCTION = "destroyInstance";

    private final KitContext kit;
    private final @Nullable String key;
    private final Set<String> instances = new LinkedHashSet<>();

    ServiceClient(KitContext kit, @Nullable String key) {
        this.kit = kit;
        this.key = key;
    }

    public ServiceResponse call(String operation) {
        return call(operation, Map.of());
    }

    /** Calls an operation with members of the body, or parameters of the query. */
    public ServiceResponse call(String operation, Map<String, Object> members) {
        return send(prepare(operation, members));
    }

    /** Calls an operation on an instance, without other members. */
    public ServiceResponse call(String operation, String instance) {
        return call(operation, Map.of("instance_uuid", instance));
    }

    /** Calls an operation that was observed, but is not documented. Aborts the test if the service does not have it. */
    public ServiceResponse callObserved(String operation, Map<String, Object> members) {
        ServiceResponse response = sendUnchecked(prepare(operation, members));
        if (response.status() == 404) {
            throw new TestAbortedException("absent: the service responds with HTTP 404");
        }
        kit.profile().setObserved();
        return kit.conforming(response);
    }

    /** Builds a call to send later. */
    public Call prepare(String operation, Map<String, Object> members) {
        boolean documented = ApiDocuments.PUBLIC_API.hasOperation(operation);
        Call call = Call.of(documented ? ApiDocuments.PUBLIC_API : ApiDocuments.OBSERVED_API, operation, members);
        return call.operation().isPublic() ? call : call.key(key);
    }

    /** Sends a call as it is. Throws if the response does not conform to the contract. */
    public ServiceResponse send(Call call) {
        return kit.conforming(sendUnchecked(call));
    }

    /** Destroys an instance. On success, the cleanup does not destroy it again. */
    public ServiceResponse destroy(String instance) {
        return call(DESTRUCTION, instance);
    }

    /** Sends a call without checking its response, such as one to a path that the contract does not have. */
    public ServiceResponse sendUnchecked(Call call) {
        return noted(kit.sendUnlessLimited(call));
    }

    /**
     * Notes before any check what was created and destroyed: an instance must be destroyed even if the response was
     * wrong.
     */
    private ServiceResponse noted(ServiceResponse response) {
        Call call = response.call();
        String created = InstanceList.uuid(response.at("/data"));
        if (KitContext.creates(call) && !created.isEmpty()) {
            instances.add(created);
        }
        if (call.operation().id().equals(DESTRUCTION) && response.isSuccess()) {
            instances.remove(InstanceList.uuid(ServiceResponse.json(String.valueOf(call.body()))));
        }
        return response;
    }

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
