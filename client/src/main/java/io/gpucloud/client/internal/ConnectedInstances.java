package io.gpucloud.client.internal;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.model.CreateInstanceByImageRequest;
import io.gpucloud.client.model.CreateInstanceByPodRequest;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceListResponse;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.model.InstanceResponse;
import io.gpucloud.client.model.SaveInstanceImageRequest;
import io.gpucloud.client.model.ShutdownTimerRequest;
import io.gpucloud.client.model.UpdateInstanceTitleRequest;
import io.gpucloud.client.resource.Instances;
import java.time.Instant;
import java.util.List;

record ConnectedInstances(InstancesApi api) implements Instances {

    @Override
    public Instance createByPod(CreateInstanceByPodRequest request) {
        return Answers.payload(
                ApiOperation.CREATE_INSTANCE_BY_POD, () -> api.createInstanceByPod(request), InstanceResponse::data);
    }

    @Override
    public Instance createByImage(CreateInstanceByImageRequest request) {
        return Answers.payload(
                ApiOperation.CREATE_INSTANCE_BY_IMAGE,
                () -> api.createInstanceByImage(request),
                InstanceResponse::data);
    }

    @Override
    public List<Instance> list() {
        return Answers.payload(ApiOperation.LIST_INSTANCES, api::listInstances, InstanceListResponse::data)
                .instanceList();
    }

    @Override
    public void start(String instanceUuid) {
        Answers.succeeded(ApiOperation.START_INSTANCE, () -> api.startInstance(new InstanceReference(instanceUuid)));
    }

    @Override
    public void restart(String instanceUuid) {
        Answers.succeeded(
                ApiOperation.RESTART_INSTANCE, () -> api.restartInstance(new InstanceReference(instanceUuid)));
    }

    @Override
    public void rename(String instanceUuid, String title) {
        Answers.succeeded(
                ApiOperation.UPDATE_INSTANCE_TITLE,
                () -> api.updateInstanceTitle(new UpdateInstanceTitleRequest(instanceUuid, title)));
    }

    @Override
    public void saveImage(SaveInstanceImageRequest request) {
        Answers.succeeded(ApiOperation.SAVE_INSTANCE_IMAGE, () -> api.saveInstanceImage(request));
    }

    @Override
    public void scheduleShutdown(String instanceUuid, Instant at) {
        setTimer(new ShutdownTimerRequest(instanceUuid, at.getEpochSecond(), true));
    }

    @Override
    public void cancelShutdown(String instanceUuid) {
        setTimer(new ShutdownTimerRequest(instanceUuid, 0L, false));
    }

    @Override
    public void destroy(String instanceUuid) {
        Answers.succeeded(
                ApiOperation.DESTROY_INSTANCE, () -> api.destroyInstance(new InstanceReference(instanceUuid)));
    }

    private void setTimer(ShutdownTimerRequest request) {
        Answers.succeeded(ApiOperation.SET_SHUTDOWN_TIMER, () -> api.setShutdownTimer(request));
    }
}
