package io.gpucloud.client.examples;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.util.Optional;

/** Distinguishes a rejected create request from one with an unknown outcome. */
final class CarefulCreation {

    private CarefulCreation() {}

    static Optional<Instance> create(GpuCloudClient client, InstanceSpec spec) {
        try {
            return Optional.of(client.instances().create(spec));
        } catch (BadRequestException refused) {
            System.out.println("nothing was created: " + refused.serverMessage().orElse("no reason given"));
        } catch (GpuCloudException failure) {
            if (failure.mayHaveTakenEffect()) {
                System.out.println("look whether one of these is new: "
                        + client.instances().list());
            } else {
                throw failure;
            }
        }
        return Optional.empty();
    }
}
