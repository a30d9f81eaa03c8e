package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Options of leases. Immutable; build them with {@link #builder()}, or change a copy with {@link #toBuilder()}. */
public final class LeaseOptions {

    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9._-]{1,30}");

    private final Builder values;

    private LeaseOptions(Builder values) {
        this.values = values;
    }

    /** {@return the default options, with {@link Builder#journalOfUser()}} */
    public static LeaseOptions defaults() {
        return builder().journalOfUser().build();
    }

    /**
     * Returns the folder of {@link Builder#journalOfUser()} for the service and the API key of a client, without
     * creating it.
     *
     * @param client the client of the leases
     * @return {@code gpu-cloud/SERVICE/FINGERPRINT} in {@code $XDG_STATE_HOME}, by default in {@code ~/.local/state}
     * @throws LeaseJournalException if the home of the user is unknown
     */
    public static Path folderOfUser(GpuCloudClient client) {
        Objects.requireNonNull(client, "client");
        return JournalFolder.ofUser(client, System.getenv("XDG_STATE_HOME"), System.getProperty("user.home"));
    }

    /**
     * {@return a builder with the default options. Choose a journal: call {@link Builder#journal},
     * {@link Builder#journalOfUser} or {@link Builder#withoutJournal}}
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with these options} */
    public Builder toBuilder() {
        return values.copy();
    }

    /** {@return the programs that create instances in the account; {@link AccountUse#SHARED} by default} */
    public AccountUse accountUse() {
        return values.accountUse;
    }

    boolean soleUser() {
        return values.accountUse == AccountUse.SOLE_USER;
    }

    boolean ownerTitles() {
        return values.accountUse == AccountUse.OWNER_TITLES;
    }

    /** {@return how late a new instance may be listed; 2 minutes by default} */
    public Duration window() {
        return values.window;
    }

    /** {@return the pause between two polls of the list; 5 seconds by default} */
    public Duration interval() {
        return values.interval;
    }

    /** {@return the largest accepted difference between the clocks of service and client; 2 minutes by default} */
    public Duration clockTolerance() {
        return values.clockTolerance;
    }

    /** {@return how long an instance may take until it runs, unless its plan says so; 35 minutes by default} */
    public Duration bootTimeout() {
        return values.bootTimeout;
    }

    /** {@return how long a destroy request is repeated; 10 minutes by default} */
    public Duration destroyDeadline() {
        return values.destroyDeadline;
    }

    /** {@return whether the leases close when the JVM ends in order; true by default} */
    public boolean closeOnExit() {
        return values.closeOnExit;
    }

    /**
     * {@return the name of the program, which begins the title of each rented instance; null by default: a random name
     * that the folder of the journal keeps}
     */
    public @Nullable String owner() {
        return values.owner;
    }

    /**
     * {@return the action if the instance list does not show a shutdown timer; {@link UnverifiedTimerPolicy#KEEP} by
     * default}
     */
    public UnverifiedTimerPolicy unverifiedTimer() {
        return values.unverifiedTimer;
    }

    /**
     * {@return the action if an instance was shut down or is gone without this program; {@link LostPolicy#DESTROY} by
     * default}
     */
    public LostPolicy whenLost() {
        return values.whenLost;
    }

    /**
     * {@return whether a lease with a {@link RentalPlan#idleTimeout()} is active; null by default: only
     * {@link InstanceLease#touch()} says so}
     */
    public @Nullable Predicate<InstanceLease> active() {
        return values.active;
    }

    @Nullable
    BeforeDestroy beforeDestroy() {
        return values.beforeDestroy;
    }

    /** {@return whether each rented instance is started after it is created; false by default} */
    public boolean startAfterCreate() {
        return values.startAfterCreate;
    }

    /** {@return the directory of the lease journal; null with {@link #journalOfUser()}, and without a journal} */
    public @Nullable Path journal() {
        return values.journal;
    }

    /** {@return whether the journal is in the folder of the user for the service and API key of the client} */
    public boolean journalOfUser() {
        return values.journaling == Journaling.OF_USER;
    }

    /** These options with a folder and an owner, as {@link JournalFolder} has found them. */
    LeaseOptions located(@Nullable Path journal, String owner) {
        Builder located = values.copy();
        located.journal = journal;
        located.owner = owner;
        return new LeaseOptions(located);
    }

    /** {@return whether new leases recover what ended processes left in the journal; true by default} */
    public boolean recoverOnStart() {
        return values.recoverOnStart;
    }

    /** {@return the pause between two looks at the instances of leases; 30 seconds by default, zero for none} */
    public Duration watchInterval() {
        return values.watchInterval;
    }

    /** {@return the listeners of leases: one that writes the log, and those that were added} */
    public List<LeaseListener> listeners() {
        return values.listeners;
    }

    /**
     * {@return how far the timer of a lease with {@link RentalPlan#renewTimerEvery()} is set ahead when it is handed
     * over; 30 minutes by default}
     */
    public Duration handOverTime() {
        return values.handOverTime;
    }

    /** {@return whether a rental is rejected if its tag is in use; false by default} */
    public boolean uniqueTags() {
        return values.uniqueTags;
    }

    /** {@return whether a recovery includes journal files of other hosts; false by default} */
    public boolean recoverOtherHosts() {
        return values.recoverOtherHosts;
    }

    /**
     * {@return the decisions of the recovery on start; by default it resumes what was handed over, and destroys the
     * rest}
     */
    public Function<RecoverableInstance, RecoveryDecision> recovery() {
        return values.recovery;
    }

    /** {@return the effect of closing the leases on open leases; {@link OnClose#DESTROY} by default} */
    public OnClose onClose() {
        return values.onClose;
    }

    /** {@return whether the group of the journal's directory may write it; false by default} */
    public boolean allowGroupJournal() {
        return values.allowGroupJournal;
    }

    /** {@return how many leases may be open; null by default: any number} */
    public @Nullable Integer maxOpenLeases() {
        return values.maxOpenLeases;
    }

    /** {@return what all open leases may cost in an hour; null by default: any amount} */
    public @Nullable BigDecimal maxHourlyCost() {
        return values.maxHourlyCost;
    }

    /** {@return what leases may spend within the {@link #spendingWindow()}; null by default: any amount} */
    public @Nullable BigDecimal spendingLimit() {
        return values.spendingLimit;
    }

    /** {@return the time for which the {@link #spendingLimit()} holds; null without a limit} */
    public @Nullable Duration spendingWindow() {
        return values.spendingWindow;
    }

    boolean limitsMoney() {
        return values.maxHourlyCost != null || values.spendingLimit != null;
    }

    @Override
    public String toString() {
        return "LeaseOptions[owner=" + values.owner + ", journal=" + values.journal + "]";
    }

    private enum Journaling {
        IN_DIRECTORY,
        OF_USER,
        NONE
    }

    /** Builds {@link LeaseOptions}. */
    public static final class Builder implements Cloneable {

        private AccountUse accountUse = AccountUse.SHARED;
        private Duration window = Duration.ofMinutes(2);
        private Duration interval = Duration.ofSeconds(5);
        private Duration clockTolerance = Duration.ofMinutes(2);
        private Duration bootTimeout = Duration.ofMinutes(35);
        private Duration destroyDeadline = Duration.ofMinutes(10);
        private boolean closeOnExit = true;
        private @Nullable String owner;
        private UnverifiedTimerPolicy unverifiedTimer = UnverifiedTimerPolicy.KEEP;
        private LostPolicy whenLost = LostPolicy.DESTROY;
        private @Nullable Predicate<InstanceLease> active;
        private @Nullable BeforeDestroy beforeDestroy;
        private boolean startAfterCreate;
        private @Nullable Journaling journaling;
        private @Nullable Path journal;
        private boolean recoverOnStart = true;
        private Duration watchInterval = Duration.ofSeconds(30);
        private Duration handOverTime = Duration.ofMinutes(30);
        private List<LeaseListener> listeners = List.of(new LeaseLog());
        private boolean uniqueTags;
        private boolean recoverOtherHosts;
        private Function<RecoverableInstance, RecoveryDecision> recovery =
                found -> found.handedOver() ? RecoveryDecision.RESUME : RecoveryDecision.DESTROY;
        private OnClose onClose = OnClose.DESTROY;
        private boolean allowGroupJournal;
        private @Nullable Integer maxOpenLeases;
        private @Nullable BigDecimal maxHourlyCost;
        private @Nullable BigDecimal spendingLimit;
        private @Nullable Duration spendingWindow;

        private Builder() {}

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /**
         * Declares which programs create instances in the account. {@link AccountUse} has the consequences, also of a
         * wrong declaration.
         */
        public Builder accountUse(AccountUse accountUse) {
            this.accountUse = Objects.requireNonNull(accountUse, "accountUse");
            return this;
        }

        /**
         * Sets how late a new instance may be listed. A lease searches that long for an instance whose create response
         * was lost.
         *
         * @param window how late, positive
         */
        public Builder window(Duration window) {
            this.window = Preconditions.positive(window, "window");
            return this;
        }

        /**
         * Sets the pause between two polls of the list.
         *
         * @param interval the pause, positive
         */
        public Builder interval(Duration interval) {
            this.interval = Preconditions.positive(interval, "interval");
            return this;
        }

        /**
         * Sets the largest accepted difference between the clocks of service and client, and between the listed and the
         * requested shutdown timer.
         *
         * @param clockTolerance the difference, not negative
         */
        public Builder clockTolerance(Duration clockTolerance) {
            this.clockTolerance = Preconditions.notNegative(clockTolerance, "clockTolerance");
            return this;
        }

        /**
         * Sets how long an instance may take until it runs and has its shutdown timer, if there is no
         * {@link RentalPlan#bootTimeout()}.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder bootTimeout(Duration bootTimeout) {
            this.bootTimeout = Preconditions.positive(bootTimeout, "bootTimeout");
            return this;
        }

        /**
         * Sets how long a destroy request is repeated while it is rejected or gets no response. The service rejects it
         * for a while during the upload of an image.
         *
         * @param destroyDeadline how long, not less than the window
         */
        public Builder destroyDeadline(Duration destroyDeadline) {
            this.destroyDeadline = Preconditions.positive(destroyDeadline, "destroyDeadline");
            return this;
        }

        /**
         * Sets whether the leases close when the JVM exits normally, by SIGTERM or by SIGINT. That takes at most 20
         * seconds. The log names the instances that are not certainly destroyed then; a {@linkplain #journal journal}
         * keeps them for the next start. After SIGKILL, only the shutdown timer and the journal protect you from costs.
         * Set it to false where something else closes the leases.
         */
        public Builder closeOnExit(boolean closeOnExit) {
            this.closeOnExit = closeOnExit;
            return this;
        }

        /**
         * Sets the name of the program. It begins the title of each rented instance, and a sweep recognizes the
         * instances of the program by it. Use the same owner in all processes of a program.
         *
         * @param owner 1 to 30 letters, digits, dots, underscores or hyphens, or null for a random name, which the
         *     folder of the journal keeps for the next start
         * @throws IllegalArgumentException if it has another form
         */
        public Builder owner(@Nullable String owner) {
            Preconditions.require(
                    owner == null || OWNER.matcher(owner).matches(),
                    "owner must have 1 to 30 letters, digits, dots, underscores or hyphens, not '" + owner + "'");
            this.owner = owner;
            return this;
        }

        /** Sets what to do if the instance list does not show the shutdown timer of an instance. */
        public Builder unverifiedTimer(UnverifiedTimerPolicy unverifiedTimer) {
            this.unverifiedTimer = Objects.requireNonNull(unverifiedTimer, "unverifiedTimer");
            return this;
        }

        /**
         * Sets what to do with an instance that was shut down or is gone without this program, for example by its
         * timer. It is noticed when a list is read, at the latest after {@link #watchInterval}.
         */
        public Builder whenLost(LostPolicy whenLost) {
            this.whenLost = Objects.requireNonNull(whenLost, "whenLost");
            return this;
        }

        /**
         * Sets how to find out whether a lease with a {@link RentalPlan#idleTimeout()} is active, for example by a
         * request to its instance. It is asked at least four times within that time and once a minute, also for resumed
         * leases. A lease counts as active if it throws an exception, which the log names once.
         *
         * @param active whether a lease is active now; must return within seconds
         */
        public Builder active(Predicate<InstanceLease> active) {
            this.active = Objects.requireNonNull(active, "active");
            return this;
        }

        /**
         * Sets work that is done before a running instance is destroyed, for example to save its results: when a lease
         * is closed or idle, when the leases are closed, and at exit. If the shutdown timer leaves it less than its
         * time, the timer is moved, unless a {@link #spendingLimit} or the service forbids it.
         *
         * <p>A failure is logged and delays nothing. An interrupt of the closing thread ends the work. It is not done
         * for an instance that is lost or overdue, or that a recovery or a sweep destroys. <strong>At exit, the leases
         * have 20 seconds for everything.</strong>
         *
         * @param work the work, on a thread of its own; must not close the lease
         * @param longest how long it may take, in real time, 1 millisecond to an hour; then its thread is interrupted
         * @throws IllegalArgumentException if the time is out of its range
         */
        public Builder beforeDestroy(Consumer<InstanceLease> work, Duration longest) {
            Objects.requireNonNull(work, "work");
            Preconditions.positive(longest, "longest");
            Preconditions.require(
                    longest.toMillis() >= 1 && longest.compareTo(Duration.ofHours(1)) <= 0,
                    "beforeDestroy may take 1 ms to 1 hour, not " + longest);
            beforeDestroy = new BeforeDestroy(work, longest);
            return this;
        }

        /**
         * Sets whether to start each rented instance after it is created. Use it if the service does not start new
         * instances itself (assumption {@code start-mode}); otherwise the service may reject the start request, and the
         * rental fails.
         */
        public Builder startAfterCreate(boolean startAfterCreate) {
            this.startAfterCreate = startAfterCreate;
            return this;
        }

        /**
         * Keeps a journal on disk, so that a later process finds the instances of a process that has ended. Each
         * {@link Leases} writes and locks its own file in the directory. The attempt is on disk before a create request
         * is sent, and the identifier of the instance is written after the response.
         *
         * <p>Use one directory per account, on a disk with file locks that the next start sees: a disk that ends with
         * its container protects nothing. The journal does not contain the API key.
         *
         * @param journal the directory; it is created if it does not exist, readable only by its owner where the file
         *     system allows
         */
        public Builder journal(Path journal) {
            this.journal = Objects.requireNonNull(journal, "journal");
            journaling = Journaling.IN_DIRECTORY;
            return this;
        }

        /**
         * Keeps a {@linkplain #journal(Path) journal} in a folder of the user that runs the program, one for each
         * service and API key: {@link LeaseOptions#folderOfUser}. The command line and all programs of the user share
         * it. The leases warn if the folder of another API key of the service has records of open leases.
         */
        public Builder journalOfUser() {
            journal = null;
            journaling = Journaling.OF_USER;
            return this;
        }

        /**
         * Keeps no journal. If the program crashes, or a create response is lost when it ends, the next start does not
         * find the instance. It runs, and costs, until its shutdown timer ends it or you destroy it.
         */
        public Builder withoutJournal() {
            journal = null;
            journaling = Journaling.NONE;
            return this;
        }

        /**
         * Sets whether new leases with a journal recover what ended processes left, as {@link #recovery} says. If that
         * fails, for example because the service is down, they go on in the background until it succeeds or they are
         * closed. Leases with {@link OnClose#HAND_OVER} repeat it every 20 seconds, so that a replica that runs goes on
         * with the work of one that was killed, or hands over. If not, call {@link Leases#recover} yourself.
         */
        public Builder recoverOnStart(boolean recoverOnStart) {
            this.recoverOnStart = recoverOnStart;
            return this;
        }

        /**
         * Sets the pause between two polls of the list, one for all open leases. So a lease sees that its instance was
         * shut down or destroyed, and that an instance is listed late.
         *
         * @param watchInterval the pause, not negative; zero for none
         */
        public Builder watchInterval(Duration watchInterval) {
            this.watchInterval = Preconditions.notNegative(watchInterval, "watchInterval");
            return this;
        }

        /** Adds a listener. Listeners are called in their order, after the log. */
        public Builder listener(LeaseListener listener) {
            Objects.requireNonNull(listener, "listener");
            listeners = Stream.concat(listeners.stream(), Stream.of(listener)).toList();
            return this;
        }

        /**
         * Sets how far the shutdown timer of a lease with {@link RentalPlan#renewTimerEvery()} is set ahead when it is
         * handed over, because nothing renews it until the next start.
         *
         * @param handOverTime how far, 5 minutes to a year, but never beyond the lifetime of the plan
         */
        public Builder handOverTime(Duration handOverTime) {
            this.handOverTime = Preconditions.atLeast(Preconditions.SHUTDOWN_LEAD_TIME, handOverTime, "handOverTime");
            return this;
        }

        /**
         * Sets whether a rental is rejected with a {@link TagInUseException} if a lease with its
         * {@linkplain RentalPlan#tag() tag} is open or pending, so that a job is not started twice. Leases of all
         * processes with the same journal count.
         */
        public Builder uniqueTags(boolean uniqueTags) {
            this.uniqueTags = uniqueTags;
            return this;
        }

        /**
         * Sets whether a recovery includes journal files that processes of other hosts have written, for example
         * containers with random host names. Their locks must be free, so the directory must be on a disk whose locks
         * all hosts see.
         */
        public Builder recoverOtherHosts(boolean recoverOtherHosts) {
            this.recoverOtherHosts = recoverOtherHosts;
            return this;
        }

        /**
         * Sets what the recovery on start does with the instances of ended processes.
         *
         * @param recovery decides as in {@link Leases#recover}
         */
        public Builder recovery(Function<RecoverableInstance, RecoveryDecision> recovery) {
            this.recovery = Objects.requireNonNull(recovery, "recovery");
            return this;
        }

        /**
         * Sets what closing the leases does with open leases. {@link OnClose#HAND_OVER} needs a {@link #journal}, an
         * {@link #owner}, and {@link UnverifiedTimerPolicy#DESTROY}, because a handed over instance must end by its
         * timer if there is no next start.
         */
        public Builder onClose(OnClose onClose) {
            this.onClose = Objects.requireNonNull(onClose, "onClose");
            return this;
        }

        /**
         * Sets whether the users in the group of the journal's directory may write it, as on volumes of containers.
         * They can make a recovery destroy any instance of the account. If not, a directory or file that belongs to
         * another user than this one and root, or that its group can write, is rejected. One that every user can write
         * is always rejected.
         */
        public Builder allowGroupJournal(boolean allowGroupJournal) {
            this.allowGroupJournal = allowGroupJournal;
            return this;
        }

        /**
         * Limits the number of leases. An instance counts from before its create request until its lease ends, also
         * while it is handed over, and while it is unknown whether it exists. A kept instance counts until
         * {@link Leases#destroyAndConfirm} or until complete lists have not shown it for an hour.
         *
         * <p>With a {@link #journal}, this limit, {@link #maxHourlyCost} and {@link #spendingLimit} count what all
         * processes with its directory rent, also those without limits. Without a journal, the limits hold for one
         * {@link Leases}.
         *
         * @param maxOpenLeases the most open leases, positive
         */
        public Builder maxOpenLeases(int maxOpenLeases) {
            Preconditions.require(maxOpenLeases > 0, "maxOpenLeases must be positive, not " + maxOpenLeases);
            this.maxOpenLeases = maxOpenLeases;
            return this;
        }

        /**
         * Limits what all open leases cost in an hour. The largest plausible price of each counts, see
         * {@link HourlyPrice}. A model without a listed price is rejected.
         *
         * @param maxHourlyCost the highest sum of the prices, positive, in units of the account's currency
         */
        public Builder maxHourlyCost(BigDecimal maxHourlyCost) {
            this.maxHourlyCost = Preconditions.amount(maxHourlyCost, "maxHourlyCost");
            return this;
        }

        /**
         * Limits what leases spend in any time as long as the window, by the clock of the service. Before its create
         * request is sent, a rental reserves its largest plausible {@linkplain HourlyPrice price} for the
         * {@link RentalPlan#maxLifetime()} plus {@link #window} and {@link #clockTolerance}, also if that is longer
         * than the window of the limit. The end of the lease gives back what was not used. {@link InstanceLease#extend}
         * reserves more. An unknown cost counts as spent: a create request without an outcome, and an instance of a
         * process that was killed, until a recovery.
         *
         * <p>The service may spend more in two cases: it bills an instance that boots (assumption {@code billed-time}),
         * or an instance is left without a shutdown timer, or with one that the service ignores.
         *
         * @param amount the limit, positive, in units of the account's currency
         * @param window a minute to a year, for example {@code Duration.ofDays(1)}
         */
        public Builder spendingLimit(BigDecimal amount, Duration window) {
            spendingLimit = Preconditions.amount(amount, "amount");
            Preconditions.positive(window, "window");
            Preconditions.require(window.toMinutes() > 0, "the window of a spendingLimit must be at least a minute");
            spendingWindow = window;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if there is no choice of a journal, the destroy deadline is less than the
         *     window, or {@link OnClose#HAND_OVER} lacks one of its conditions
         */
        public LeaseOptions build() {
            Preconditions.require(
                    journaling != null,
                    "the journal must be chosen: journalOfUser() or journal(path), with which the next start finds what"
                            + " a crash leaves, or withoutJournal()");
            Preconditions.require(
                    destroyDeadline.compareTo(window) >= 0, "destroyDeadline must not be less than window");
            boolean safe =
                    journaling != Journaling.NONE && owner != null && unverifiedTimer == UnverifiedTimerPolicy.DESTROY;
            Preconditions.require(
                    onClose == OnClose.DESTROY || safe,
                    "onClose(HAND_OVER) needs a journal, an owner and unverifiedTimer(DESTROY)");
            return new LeaseOptions(copy());
        }
    }
}
