package io.gpucloud.client.observed;

import io.gpucloud.client.internal.AdditionalMembers;
import io.gpucloud.client.model.Instance;
import java.util.List;

/**
 * The members of an instance that the service does not document, read from {@link Instance#additional()}.
 *
 * @param serverMap services of the instance with their addresses; entries that cannot be read are left out
 */
public record ObservedInstance(List<ServerMapEntry> serverMap) {

    /**
     * Creates observed members, for tests that replace the service.
     *
     * @param serverMap the services; they are copied
     */
    public ObservedInstance {
        serverMap = List.copyOf(serverMap);
    }

    /**
     * {@return the observed members of an instance}
     *
     * @param instance an instance, from {@link ObservedOperations#get} or from a list
     */
    public static ObservedInstance of(Instance instance) {
        return new ObservedInstance(
                AdditionalMembers.records(instance.additional(), "server_map", ServerMapEntry.class));
    }
}
