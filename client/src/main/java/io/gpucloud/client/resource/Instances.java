package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The instances of an account. <strong>Assume that an instance costs money until it is destroyed.</strong> The
 * documentation of the service names no other end of the costs.
 *
 * <p>If a method that is never sent twice throws an exception whose {@code mayHaveTakenEffect()} is true, the outcome
 * is unknown. Check {@link #list()} before you call the method again.
 */
public interface Instances extends InstanceWaits {

    /**
     * Creates an instance from a pod or an image: {@code POST /instance/create_by_pod} or {@code POST
     * /instance/create_by_image}. Never sent twice. It is an assumption that the instance starts without a further call
     * ({@code start-mode}).
     *
     * @param spec what to create
     * @return the instance, not yet running
     * @throws NoCapacityException if no GPU of the model is free
     * @throws InsufficientFundsException if balance and compute cards do not suffice
     * @throws BadRequestException if the request is rejected for another reason: an unknown pod, tag or GPU model
     * @throws OperationFailedException if there is no such image, or it is not ready
     * @throws AuthenticationException if the key is rejected
     */
    Instance create(InstanceSpec spec);

    /**
     * Lists the instances: {@code GET /instance/list}. Repeated. A record that cannot be read is left out and counted
     * by {@link Listing#unreadable()}. An instance that is missing from the list may exist unless
     * {@link Listing#provesAbsence()}.
     *
     * @return the instances of the account
     * @throws AuthenticationException if the key is rejected
     */
    Listing<Instance> list();

    /**
     * Reads one instance: {@code GET /instance/list}. Repeated. Use {@link #find} if the instance may be gone.
     *
     * @throws InstanceNotFoundException if it is not listed
     * @throws AuthenticationException if the key is rejected
     */
    default Instance get(String instanceUuid) {
        return find(instanceUuid).orElseThrow(() -> new InstanceNotFoundException(instanceUuid));
    }

    /**
     * Finds an instance in the list: {@code GET /instance/list}. Repeated.
     *
     * @return the instance, or empty if it is not listed
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    default Optional<Instance> find(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return list().stream()
                .filter(instance -> instance.instanceUuid().equals(instanceUuid))
                .findFirst();
    }

    /**
     * Starts an instance that is shut down: {@code POST /instance/startup}. Never sent twice. The service does not
     * document request and response of this operation; the client assumes the form of the similar operations.
     *
     * @throws OperationFailedException if there is no such instance, or its state does not allow it
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void start(String instanceUuid);

    /**
     * Restarts a running instance: {@code POST /instance/restart}. Never sent twice. The service does not document
     * request and response of this operation; the client assumes the form of the similar operations.
     *
     * @throws OperationFailedException if there is no such instance, or its state does not allow it
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void restart(String instanceUuid);

    /**
     * Changes the title of an instance: {@code POST /instance/update_title}. Repeated. <strong>Declared by the service
     * as not yet released</strong>: it may not exist yet.
     *
     * @param instanceUuid the instance
     * @param title the new title, at most 50 characters (Unicode code points); may be empty
     * @throws BadRequestException if there is no such instance, or it does not belong to you
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the title is too long, or the identifier is blank
     */
    void updateTitle(String instanceUuid, String title);

    /**
     * Saves a running instance as a private image whose title the service chooses. Is otherwise like
     * {@link #saveImage(String, String, String)}.
     *
     * @return the save, to wait for the upload
     */
    default ImageSave saveImage(String instanceUuid) {
        return saveImage(instanceUuid, null, null);
    }

    /**
     * Saves a running instance as a private image: {@code POST /instance/save_image}. Never sent twice. <strong>The
     * instance then shuts down by itself.</strong> The documentation does not say whether the service uses title and
     * remark.
     *
     * @param instanceUuid the instance
     * @param title title of the image, unique among yours, or null to leave it to the service
     * @param remark description of the image, or null
     * @return the save, to wait for the upload
     * @throws OperationFailedException if there is no such instance, or it is not running
     * @throws BadRequestException if the name is rejected
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    ImageSave saveImage(String instanceUuid, @Nullable String title, @Nullable String remark);

    /**
     * Sets the shutdown timer of a running instance: {@code POST /instance/shutdown_timer}. Repeated. It is an
     * assumption that a new timer replaces the previous one ({@code timer-replacement}).
     *
     * @param instanceUuid the instance
     * @param at when, rounded up to the second, or to the minute with {@code ShutdownTimeUnit.MINUTES}; at least 5
     *     minutes after the service gets the request
     * @throws OperationFailedException if there is no such instance, or it is not running
     * @throws BadRequestException if the moment is too early
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the moment is so early that the service could take it for minutes (1970), or
     *     the identifier is blank. With {@code ShutdownTimeUnit.MINUTES}, also if the moment is in the past or more
     *     than 9,999,999 minutes ahead
     */
    void scheduleShutdown(String instanceUuid, Instant at);

    /**
     * Sets the shutdown timer of a running instance: {@code POST /instance/shutdown_timer}. Repeated. The duration
     * starts at the time of the client's clock.
     *
     * @param instanceUuid the instance
     * @param after how long from now; at least 5 minutes
     * @throws OperationFailedException if there is no such instance, or it is not running
     * @throws BadRequestException if the moment is too early by the clock of the service
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if it is less than 5 minutes, or the identifier is blank
     */
    void scheduleShutdown(String instanceUuid, Duration after);

    /**
     * Sets the shutdown timer of a running instance, and compares it with the instance list: {@code POST
     * /instance/shutdown_timer}, then {@code GET /instance/list}. Both repeated. The documentation of the service does
     * not say in which unit it reads the timer, so a successful request does not prove that the instance will stop.
     *
     * <p>The comparison cannot detect a service that lists the number that it received but reads it in another unit.
     *
     * @param instanceUuid the instance
     * @param at when, rounded up to the second, or to the minute with {@code ShutdownTimeUnit.MINUTES}; at least 5
     *     minutes after the service gets the request
     * @param clockTolerance how far the listed moment may lie from the requested one, not negative
     * @return whether the list shows the timer. It is {@code NOT_VERIFIABLE} also if the list cannot be read
     * @throws OperationFailedException if there is no such instance, or it is not running
     * @throws BadRequestException if the moment is too early
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the moment cannot be sent, the tolerance is negative, or the identifier is
     *     blank
     */
    ShutdownTimerVerification scheduleShutdownAndVerify(String instanceUuid, Instant at, Duration clockTolerance);

    /**
     * Cancels the shutdown timer of a running instance: {@code POST /instance/shutdown_timer}. Repeated.
     *
     * @throws OperationFailedException if there is no such instance, or it is not running
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void cancelShutdown(String instanceUuid);

    /**
     * Destroys an instance with all its data: {@code POST /instance/destroy}. Never sent twice. <strong>This cannot be
     * undone.</strong> {@link #waitUntilGone(String)} waits until the instance is no longer listed.
     *
     * @throws OperationFailedException if there is no such instance, or it cannot be destroyed now
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void destroy(String instanceUuid);
}
