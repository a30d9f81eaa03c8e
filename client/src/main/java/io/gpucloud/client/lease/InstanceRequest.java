package io.gpucloud.client.lease;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.Instances;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of a create request: a pod or an image, on GPUs of one model. */
record InstanceRequest(
        @Nullable String podUuid,
        @Nullable String podTag,
        @Nullable String imageUuid,
        String gpuUuid,
        int gpuCount) {

    static InstanceRequest of(RentalPlan plan, String gpuUuid) {
        return new InstanceRequest(plan.podUuid(), plan.podTag(), plan.imageUuid(), gpuUuid, plan.gpuCount());
    }

    /** The operation that creates an instance of a pod, or of an image if there is no pod. */
    ApiOperation operation() {
        return podUuid == null ? ApiOperation.CREATE_INSTANCE_BY_IMAGE : ApiOperation.CREATE_INSTANCE_BY_POD;
    }

    Instance create(Instances instances) {
        InstanceSpec.Builder spec =
                InstanceSpec.builder().podTag(podTag).gpuUuid(gpuUuid).gpuCount(gpuCount);
        return instances.create(
                (podUuid == null ? spec.imageUuid(Objects.requireNonNull(imageUuid)) : spec.podUuid(podUuid)).build());
    }

    /** Whether an instance has the requested model and number of GPUs. */
    boolean resembles(Instance instance) {
        return agree(gpuUuid, instance.gpuUuid()) && agree(gpuCount, instance.gpuCount());
    }

    /**
     * Whether all visible members of an instance match the request. The image of an instance from a pod is the pod, as
     * assumed.
     */
    boolean fits(Instance instance) {
        String source = podUuid == null ? imageUuid : podUuid;
        return resembles(instance) && agree(source, instance.imageUuid()) && agree(podTag, instance.imageTag());
    }

    /** A missing value agrees with any other. */
    private static boolean agree(@Nullable Object requested, @Nullable Object listed) {
        return requested == null || listed == null || requested.equals(listed);
    }
}
