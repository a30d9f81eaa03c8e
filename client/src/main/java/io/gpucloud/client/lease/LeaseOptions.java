package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Options of leases.
 *
 * @param soleUser whether only these leases create instances in the account, see {@link #withSoleUser()}. Only then do leases adopt
 *     an instance whose create response was lost; false by default
 * @param window how long to search for such an instance. It is also the longest time in which a new instance must appear in the list.
 *     Positive; 2 min by default
 * @param interval the pause between two polls of the list, positive; 5 s by default
 * @param clockTolerance the largest accepted difference between the clocks of service and client, and between the listed and the
 *     requested shutdown timer, not negative; 2 min by default
 * @param destroyDeadline how long to retry a destroy request that is rejected or gets no response, not less than the window; 10
 *     min by default, because the service rejects it for a while during the upload of an image
 * @param executor runs the asynchronous methods. Each method occupies a thread until it is done. With null, the default, the executor of
 *     the client runs them. The JVM does not exit while such a method runs, even if all threads of the executor are daemons
 * @param closeOnExit whether the leases close when the JVM ends in order (by exit, SIGTERM or SIGINT); false by default
 * @param owner the name that begins the title of each rented instance, by which a sweep recognizes the instances of a program. 1 to
 *     40 letters, digits, dots, underscores or hyphens. A random one by default, a new one with each call of {@link #defaults()}
 * @param unverifiedTimer what to do if the instance list does not show the shutdown timer of an instance;
 *     {@link UnverifiedTimerPolicy#KEEP} by default
 * @param startAfterCreate whether to start each rented instance after it is created. Needed if the service does not start new
 *     instances itself (assumption {@code start-mode}); false by default
 * @param journal the directory of the lease journal, or null for none; null by default
 * @param recoverOnStart whether new leases with a journal destroy the instances of ended processes; true by default
 */
public record LeaseOptions(
        boolean soleUser,
        Duration window,
        Duration interval,
        Duration clockTolerance,
        Duration destroyDeadline,
        @Nullable Executor executor,
        boolean closeOnExit,
        String owner,
        UnverifiedTimerPolicy unverifiedTimer,
        boolean startAfterCreate,
        @Nullable Path journal,
        boolean recoverOnStart) {

    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9._-]{1,40}");
    private static final int RANDOM_OWNER_LENGTH = 13;

    /**
     * Creates options.
     *
     * @param soleUser whether only these leases create instances in the account
     * @param window how long to search for an instance
     * @param interval the pause between two polls of the list
     * @param clockTolerance the largest accepted difference between clocks
     * @param destroyDeadline how long to retry a destroy request
     * @param executor runs the asynchronous methods, or null
     * @param closeOnExit whether the leases close when the JVM ends
     * @param owner the name that begins the title of each rented instance
     * @param unverifiedTimer what to do if the list does not show a shutdown timer
     * @param startAfterCreate whether to start each rented instance after it is created
     * @param journal the directory of the journal, or null
     * @param recoverOnStart whether new leases destroy the instances of ended processes
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LeaseOptions {
        Preconditions.positive(window, "window");
        Preconditions.positive(interval, "interval");
        Preconditions.notNegative(clockTolerance, "clockTolerance");
        Preconditions.positive(destroyDeadline, "destroyDeadline");
        Preconditions.require(destroyDeadline.compareTo(window) >= 0, "destroyDeadline must not be less than window");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(unverifiedTimer, "unverifiedTimer");
        Preconditions.require(
                OWNER.matcher(owner).matches(),
                "owner must have 1 to 40 letters, digits, dots, underscores or hyphens, not '" + owner + "'");
    }

    /**
     * Returns the default options.
     *
     * @return no sole user, 2 min to search, 5 s between polls, 10 min to destroy, and a new random owner with each call
     */
    public static LeaseOptions defaults() {
        return new LeaseOptions(
                false,
                Duration.ofMinutes(2),
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                Duration.ofMinutes(10),
                null,
                false,
                UUID.randomUUID().toString().substring(0, RANDOM_OWNER_LENGTH),
                UnverifiedTimerPolicy.KEEP,
                false,
                null,
                true);
    }

    /**
     * Declares that only these leases create instances in the account. Nothing else may create instances there: no other program, no
     * second process or client of this program, no person, and no call of {@code instances().createByPod(..)} or
     * {@code createByImage(..)} in this program. Otherwise a lease may take over an instance that something else created, and destroy it.
     *
     * @return the changed options
     */
    public LeaseOptions withSoleUser() {
        return with(copy -> copy.soleUser = true);
    }

    /**
     * Sets how to search for an instance whose create response was lost.
     *
     * @param window how long to search, positive
     * @param interval the pause between two polls of the list, positive
     * @param clockTolerance the largest accepted difference between the clocks of service and client, not negative
     * @return the changed options
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LeaseOptions withPolling(Duration window, Duration interval, Duration clockTolerance) {
        return with(copy -> {
            copy.window = window;
            copy.interval = interval;
            copy.clockTolerance = clockTolerance;
        });
    }

    /**
     * Sets how long to retry a destroy request.
     *
     * @param destroyDeadline how long, not less than the window
     * @return the changed options
     * @throws IllegalArgumentException if it is less than the window
     */
    public LeaseOptions withDestroyDeadline(Duration destroyDeadline) {
        return with(copy -> copy.destroyDeadline = destroyDeadline);
    }

    /**
     * Sets the executor of the asynchronous methods.
     *
     * @param executor the executor; a method occupies one of its threads until the instance is ready
     * @return the changed options
     */
    public LeaseOptions withExecutor(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return with(copy -> copy.executor = executor);
    }

    /**
     * Closes the leases when the JVM exits normally, by SIGTERM or by SIGINT. After SIGKILL, only the shutdown timer and the
     * {@linkplain #withJournal journal} protect you from costs.
     *
     * @return the changed options
     */
    public LeaseOptions withCloseOnExit() {
        return with(copy -> copy.closeOnExit = true);
    }

    /**
     * Sets the name by which a sweep recognizes the instances of a program. Use the same owner in all processes of a program, so that
     * one process can sweep the instances that another left behind. Without a journal, a sweep relies on age, timer and owner only to
     * avoid instances that another process still uses.
     *
     * @param owner 1 to 40 letters, digits, dots, underscores or hyphens; visible in the instance list of the account
     * @return the changed options
     * @throws IllegalArgumentException if it has another form
     */
    public LeaseOptions withOwner(String owner) {
        return with(copy -> copy.owner = owner);
    }

    /**
     * Sets what to do if the instance list does not show the shutdown timer of an instance.
     *
     * @param unverifiedTimer what to do
     * @return the changed options
     */
    public LeaseOptions withUnverifiedTimer(UnverifiedTimerPolicy unverifiedTimer) {
        return with(copy -> copy.unverifiedTimer = unverifiedTimer);
    }

    /**
     * Starts each rented instance after it is created. If the service starts new instances itself, it may reject the start request,
     * and the rental fails.
     *
     * @return the changed options
     */
    public LeaseOptions withStartAfterCreate() {
        return with(copy -> copy.startAfterCreate = true);
    }

    /**
     * Keeps a journal on disk, so that a later process finds the instances of a process that was killed. Each {@link Leases} writes and
     * locks its own file in the directory. The attempt is on disk before a create request is sent, and the identifier of the instance
     * is written after the response. New leases on the same directory destroy the instances of ended processes, in the background;
     * see {@link #withoutRecoveryOnStart()}.
     *
     * <p>Use one directory per account, on a local disk. The journal contains neither the API key nor data derived from it.
     *
     * @param directory the directory; it is created if it does not exist, readable only by its owner where the file system allows
     * @return the changed options
     */
    public LeaseOptions withJournal(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return with(copy -> copy.journal = directory);
    }

    /**
     * Disables the recovery at the start. Call {@link Leases#recover} yourself, for example to adopt the instances of ended processes.
     *
     * @return the changed options
     */
    public LeaseOptions withoutRecoveryOnStart() {
        return with(copy -> copy.recoverOnStart = false);
    }

    /** The executor of these options, or that of the client. */
    Executor executorFor(GpuCloudClient client) {
        return executor == null ? client.executor() : executor;
    }

    private LeaseOptions with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.options();
    }

    /** A copy that can be changed, so that each method above names only what it changes. */
    private static final class Copy {

        private boolean soleUser;
        private Duration window;
        private Duration interval;
        private Duration clockTolerance;
        private Duration destroyDeadline;
        private @Nullable Executor executor;
        private boolean closeOnExit;
        private String owner;
        private UnverifiedTimerPolicy unverifiedTimer;
        private boolean startAfterCreate;
        private @Nullable Path journal;
        private boolean recoverOnStart;

        Copy(LeaseOptions options) {
            soleUser = options.soleUser;
            window = options.window;
            interval = options.interval;
            clockTolerance = options.clockTolerance;
            destroyDeadline = options.destroyDeadline;
            executor = options.executor;
            closeOnExit = options.closeOnExit;
            owner = options.owner;
            unverifiedTimer = options.unverifiedTimer;
            startAfterCreate = options.startAfterCreate;
            journal = options.journal;
            recoverOnStart = options.recoverOnStart;
        }

        LeaseOptions options() {
            return new LeaseOptions(
                    soleUser,
                    window,
                    interval,
                    clockTolerance,
                    destroyDeadline,
                    executor,
                    closeOnExit,
                    owner,
                    unverifiedTimer,
                    startAfterCreate,
                    journal,
                    recoverOnStart);
        }
    }
}
