package io.gpucloud.client.lease;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.Instances;
import java.util.Objects;
import java.util.stream.Stream;
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

    /** A request that could have created an instance, for its price. */
    static InstanceRequest of(Instance instance) {
        return new InstanceRequest(
                null,
                null,
                instance.imageUuid(),
                Objects.requireNonNullElse(instance.gpuUuid(), ""),
                Objects.requireNonNullElse(instance.gpuCount(), 1));
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

    /**
     * How many visible members of an instance differ from the request. The image of an instance from a pod is the pod
     * (assumption {@code instance-image}).
     */
    int differences(Instance instance) {
        String source = podUuid == null ? imageUuid : podUuid;
        return (int) Stream.of(
                        agree(gpuUuid, instance.gpuUuid()),
                        agree(gpuCount, instance.gpuCount()),
                        agree(source, instance.imageUuid()),
                        agree(podTag, instance.imageTag()))
                .filter(agrees -> !agrees)
                .count();
    }

    /** A missing value agrees with any other. */
    private static boolean agree(@Nullable Object requested, @Nullable Object listed) {
        return requested == null || listed == null || requested.equals(listed);
    }
}
