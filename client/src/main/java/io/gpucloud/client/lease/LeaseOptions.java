package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Options of leases.
 *
 * @param soleUser whether only these leases create instances in the account, and neither other programs nor other code of this
 *     one. Only then is an instance adopted whose create response was lost; false by default
 * @param window for how long to search such an instance, and how late a new instance may be listed, positive; 2 min by
 *     default
 * @param interval the pause between two polls of the list, positive; 5 s by default
 * @param clockTolerance how far the clocks of service and client may lie apart, not negative; 2 min by default
 * @param destroyDeadline for how long to repeat a destruction that is refused or not answered, not less than the window; 10
 *     min by default, since an image that uploads refuses it for a while
 * @param refusals classifies rejected create requests; {@link RefusalClassifier#byText()} by default
 * @param executor runs the asynchronous methods, each of which holds a thread until it is done. The default starts a platform
 *     thread for each, which is not a daemon: the JVM does not exit before it is done. Virtual threads do not prevent an exit
 * @param closeOnExit whether the leases close when the JVM ends in order (by exit, SIGTERM or SIGINT); false by default
 */
public record LeaseOptions(
        boolean soleUser,
        Duration window,
        Duration interval,
        Duration clockTolerance,
        Duration destroyDeadline,
        RefusalClassifier refusals,
        Executor executor,
        boolean closeOnExit) {

    private static final LeaseOptions DEFAULTS = new LeaseOptions(
            false,
            Duration.ofMinutes(2),
            Duration.ofSeconds(5),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            RefusalClassifier.byText(),
            Async.THREADS,
            false);

    /**
     * Takes options.
     *
     * @param soleUser whether only these leases create instances in the account
     * @param window for how long to search an instance
     * @param interval the pause between two polls of the list
     * @param clockTolerance how far clocks may lie apart
     * @param destroyDeadline for how long to repeat a destruction
     * @param refusals classifies rejected create requests
     * @param executor where the asynchronous forms run
     * @param closeOnExit whether the leases close when the JVM ends
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LeaseOptions {
        Preconditions.positive(window, "window");
        Preconditions.positive(interval, "interval");
        Preconditions.notNegative(clockTolerance, "clockTolerance");
        Preconditions.positive(destroyDeadline, "destroyDeadline");
        Preconditions.require(destroyDeadline.compareTo(window) >= 0, "destroyDeadline must not be less than window");
    }

    /**
     * The options that leases have unless they are given others.
     *
     * @return no sole user, 2 min to search, 5 s between polls, 10 min to destroy
     */
    public static LeaseOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Declares that only these leases create instances in the account.
     *
     * @return the changed options
     */
    public LeaseOptions withSoleUser() {
        return new LeaseOptions(
                true, window, interval, clockTolerance, destroyDeadline, refusals, executor, closeOnExit);
    }

    /**
     * Replaces how to search an instance whose create response was lost.
     *
     * @param window for how long, positive
     * @param interval the pause between two polls of the list, positive
     * @param clockTolerance how far the clocks of service and client may lie apart, not negative
     * @return the changed options
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LeaseOptions withPolling(Duration window, Duration interval, Duration clockTolerance) {
        return new LeaseOptions(
                soleUser, window, interval, clockTolerance, destroyDeadline, refusals, executor, closeOnExit);
    }

    /**
     * Replaces for how long to repeat a destruction.
     *
     * @param destroyDeadline how long, not less than the window
     * @return the changed options
     * @throws IllegalArgumentException if it is less
     */
    public LeaseOptions withDestroyDeadline(Duration destroyDeadline) {
        return new LeaseOptions(
                soleUser, window, interval, clockTolerance, destroyDeadline, refusals, executor, closeOnExit);
    }

    /**
     * Replaces the classifier of rejected create requests.
     *
     * @param refusals the classifier
     * @return the changed options
     */
    public LeaseOptions withRefusals(RefusalClassifier refusals) {
        return new LeaseOptions(
                soleUser, window, interval, clockTolerance, destroyDeadline, refusals, executor, closeOnExit);
    }

    /**
     * Replaces the executor of the asynchronous methods.
     *
     * @param executor the executor; its threads may be held for as long as an instance needs
     * @return the changed options
     */
    public LeaseOptions withExecutor(Executor executor) {
        return new LeaseOptions(
                soleUser, window, interval, clockTolerance, destroyDeadline, refusals, executor, closeOnExit);
    }

    /**
     * Lets the leases close when the JVM ends in order. Nothing helps against SIGKILL but the shutdown timer.
     *
     * @return the changed options
     */
    public LeaseOptions withCloseOnExit() {
        return new LeaseOptions(soleUser, window, interval, clockTolerance, destroyDeadline, refusals, executor, true);
    }
}
