package io.gpucloud.client.internal.observed;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.observed.InstanceStart;
import io.gpucloud.client.observed.ObservedApi;
import io.gpucloud.client.observed.ObservedOperations;
import java.util.function.Consumer;

/**
 * The observed operations of a client.
 *
 * @param started receives the identifier of each instance that was started
 */
public record DefaultObservedOperations(ObservedApi api, Consumer<String> started) implements ObservedOperations {

    @Override
    public Instance get(String instanceUuid) {
        return api.getInstance(instance(instanceUuid)).payload();
    }

    @Override
    public void shutDown(String instanceUuid) {
        api.shutDownInstance(new InstanceReference(instance(instanceUuid)));
    }

    @Override
    public void start(String instanceUuid, String gpuUuid, int gpuCount) {
        api.startInstance(new InstanceStart(
                instance(instanceUuid), Preconditions.identifier(gpuUuid, "gpuUuid"), GpuCount.of(gpuCount)));
        started.accept(instanceUuid);
    }

    private static String instance(String instanceUuid) {
        return Preconditions.identifier(instanceUuid, "instanceUuid");
    }
}
