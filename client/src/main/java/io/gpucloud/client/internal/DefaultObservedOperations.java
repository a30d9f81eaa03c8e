package io.gpucloud.client.internal;

import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.api.ObservedApi;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.model.InstanceStart;
import io.gpucloud.client.observed.ObservedOperations;

record DefaultObservedOperations(ObservedApi observed, InstancesApi instances, Waits waits)
        implements ObservedOperations {

    @Override
    public Instance get(String instanceUuid) {
        return observed.getInstance(Preconditions.instance(instanceUuid)).payload();
    }

    @Override
    public void shutDown(String instanceUuid) {
        observed.shutDownInstance(new InstanceReference(Preconditions.instance(instanceUuid)));
    }

    @Override
    public void start(String instanceUuid, String gpuUuid, int gpuCount) {
        instances.startInstance(new InstanceStart(
                Preconditions.instance(instanceUuid),
                Preconditions.identifier(gpuUuid, "gpuUuid"),
                GpuCount.of(gpuCount)));
        waits.started(instanceUuid);
    }
}
