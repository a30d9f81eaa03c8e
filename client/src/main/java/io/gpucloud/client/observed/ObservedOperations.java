package io.gpucloud.client.observed;

import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.Instance;

/**
 * Operations that public reference pages of the service and two independent programs had on 2026-11-26, but its
 * documentation has not. The service may not offer them, and then throws {@code ResourceNotFoundException}. A stub
 * offers them with {@code stub.observed=true}.
 */
public interface ObservedOperations {

    /**
     * Reads one instance, with its addresses in {@link ObservedInstance#serverMap()}: {@code GET /instance/info}.
     * Repeated.
     *
     * @throws OperationFailedException if there is no such instance; that the service reports this with code -1 is an
     *     assumption
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    Instance get(String instanceUuid);

    /**
     * Shuts a running instance down and keeps its data: {@code POST /instance/shutdown}. Its status becomes 21, then
     * 22. Never sent twice.
     *
     * @throws OperationFailedException if there is no such instance, or it does not run; that the code is -1 is an
     *     assumption
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void shutDown(String instanceUuid);

    /**
     * Starts an instance that was shut down, on other GPUs: {@code POST /instance/startup}. Never sent twice. A service
     * that does not know the choice of GPUs may ignore it: check the model of the instance when it runs.
     *
     * @param instanceUuid the instance
     * @param gpuUuid the GPU model
     * @param gpuCount the number of GPUs: 1, 2, 4 or 8
     * @throws NoCapacityException if too few GPUs of the model are free
     * @throws BadRequestException if the service rejects the choice of GPUs
     * @throws OperationFailedException if there is no such instance, or it is not shut down
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if an identifier is blank, or the number is another one
     */
    void start(String instanceUuid, String gpuUuid, int gpuCount);
}
