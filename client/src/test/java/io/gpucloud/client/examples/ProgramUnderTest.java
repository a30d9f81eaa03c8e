package io.gpucloud.client.examples;

import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.Instances;

/** A program that a user tests without any server. */
final class ProgramUnderTest {

    private ProgramUnderTest() {}

    /** Destroys all instances with a title, and returns the number of instances that it could not destroy. */
    static int destroyAll(Instances instances, String title) {
        int left = 0;
        for (Instance instance : instances.list()) {
            if (title.equals(instance.title())) {
                try {
                    instances.destroy(instance.instanceUuid());
                } catch (OperationFailedException busy) {
                    left++;
                }
            }
        }
        return left;
    }
}
