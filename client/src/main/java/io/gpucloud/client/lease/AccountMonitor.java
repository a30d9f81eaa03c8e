package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.AccountFinding.Kind;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what may cost money without a need in an account, also instances of other programs. It only reads, and is
 * thread-safe. Call {@link #check()} regularly, for example every minute.
 */
public final class AccountMonitor {

    /** A program sets title and timer directly after it has created an instance. */
    private static final Duration SETUP = Duration.ofMinutes(2);

    /** Prices and balance change less often than the list. */
    private static final Duration MAX_AGE_OF_COSTS = Duration.ofMinutes(5);

    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(2);

    private final Builder values;
    private final GpuCloudClient client;
    private final LeaseClock clock;
    private volatile @Nullable CostData costs;

    private AccountMonitor(Builder values) {
        this.values = values;
        client = values.client;
        clock = new LeaseClock(client.timer());
    }

    /**
     * Returns a builder with the default limits.
     *
     * @param client reads instances, prices, balance and cards; its timer gives the time
     */
    public static Builder builder(GpuCloudClient client) {
        return new Builder(Objects.requireNonNull(client, "client"));
    }

    /**
     * Reads the list of instances once and, every 5 minutes, prices, balance and cards.
     *
     * @throws GpuCloudException if one of the calls fails
     * @throws LeaseJournalException if a journal cannot be read, or another user can write it
     */
    public AccountReport check() {
        Listing<Instance> listing = client.instances().list();
        CostReport report = costs(listing).report(listing, clock.now());
        List<AccountFinding> findings = new ArrayList<>(ofAccount(report));
        for (Instance instance : report.instances()) {
            findings.addAll(ofInstance(instance, report));
        }
        for (Path journal : values.journals) {
            for (JournalEntry entry : Journal.entries(journal)) {
                ofJournal(entry, journal, listing, report).ifPresent(findings::add);
            }
        }
        return new AccountReport(listing, report, findings);
    }

    private CostData costs(List<Instance> listed) {
        CostData known = costs;
        Instant now = clock.now();
        if (known == null
                || known.at().isAfter(now)
                || known.at().plus(MAX_AGE_OF_COSTS).isBefore(now)) {
            known = CostData.read(client, listed, now);
            costs = known;
        }
        return known;
    }

    private List<AccountFinding> ofAccount(CostReport report) {
        List<AccountFinding> findings = new ArrayList<>();
        int count = report.instances().size();
        if (values.warnInstances != null && count > values.warnInstances) {
            findings.add(ofAccount(Kind.MANY_INSTANCES, count + " instances cost money"));
        }
        BigDecimal hourly = report.perHourAtMost();
        if (values.warnHourly != null && hourly.compareTo(values.warnHourly) > 0) {
            findings.add(
                    ofAccount(Kind.HOURLY_COST, "all instances cost at most " + hourly.toPlainString() + " per hour"));
        }
        report.timeLeft()
                .filter(left -> left.compareTo(values.warnBalance) < 0)
                .ifPresent(left -> findings.add(
                        ofAccount(Kind.LOW_BALANCE, "balance and cards last for " + left.toMinutes() + " minutes")));
        return findings;
    }

    private static AccountFinding ofAccount(Kind kind, String message) {
        return new AccountFinding(kind, null, null, null, null, null, message);
    }

    private List<AccountFinding> ofInstance(Instance instance, CostReport report) {
        List<AccountFinding> findings = new ArrayList<>();
        Instant created = instance.createTime();
        Instant started = started(instance);
        ShutdownRegular timer = instance.shutdownRegular();
        if (!clock.mayBeAhead(timer, CLOCK_TOLERANCE)) {
            Instant end = timer == null || Boolean.FALSE.equals(timer.enable()) ? null : timer.shutdownTime();
            if (end != null && !instance.status().isStopped()) {
                findings.add(found(Kind.OVERDUE, instance, end, report, "still exists after the end of its timer"));
            } else if (end == null && instance.isRunning() && isOlder(started, SETUP)) {
                findings.add(found(Kind.NO_TIMER, instance, started, report, "runs without a shutdown timer"));
            }
        }
        if (InstanceTitle.nonce(instance.title()).isEmpty() && isOlder(created, SETUP)) {
            findings.add(found(Kind.NO_OWNER, instance, created, report, "has no owner in its title"));
        }
        if (created != null && isOlder(created, values.warnAge)) {
            Instant since = created.plus(values.warnAge);
            String hours = values.warnAge.toHours() + " hours";
            findings.add(found(Kind.OLD, instance, since, report, "exists for more than " + hours));
        }
        return findings;
    }

    private boolean isOlder(@Nullable Instant moment, Duration age) {
        return moment == null || clock.hasPassed(moment, age);
    }

    private static @Nullable Instant started(Instance instance) {
        return instance.startTime() == null ? instance.createTime() : instance.startTime();
    }

    private Optional<AccountFinding> ofJournal(
            JournalEntry entry, Path journal, List<Instance> listed, CostReport report) {
        boolean isOwned = !entry.handedOver() && entry.state() != LeaseState.KEPT;
        boolean ended = entry.process() == JournalEntry.ProcessState.ENDED;
        boolean unknown = entry.process() == JournalEntry.ProcessState.MAY_RUN && entry.otherHost() != null;
        if (!isOwned || !(ended || unknown)) {
            return Optional.empty();
        }
        String uuid = entry.instanceUuid();
        String program =
                ended ? "a program that has ended" : "a program of host " + entry.otherHost() + " that may have ended";
        if (uuid == null) {
            Kind kind = ended ? Kind.IN_DOUBT : Kind.OTHER_HOST;
            String message = "a create request of " + program + " may have created an instance";
            return Optional.of(new AccountFinding(kind, null, entry.tag(), null, null, journal, message));
        }
        return listed.stream()
                .filter(instance -> instance.instanceUuid().equals(uuid))
                .findFirst()
                .map(instance -> new AccountFinding(
                        ended ? Kind.LEFT : Kind.OTHER_HOST,
                        uuid,
                        entry.tag(),
                        started(instance),
                        cost(instance, report),
                        journal,
                        "instance " + uuid + (ended ? " is left by " : " is held by ") + program));
    }

    private static AccountFinding found(
            Kind kind, Instance instance, @Nullable Instant since, CostReport report, String what) {
        String message = "instance " + instance.instanceUuid() + " " + what;
        return new AccountFinding(kind, instance.instanceUuid(), null, since, cost(instance, report), null, message);
    }

    /** The most that an instance has cost since it was started, or null. */
    private static @Nullable BigDecimal cost(Instance instance, CostReport report) {
        Instant since = started(instance);
        return since == null
                ? null
                : report.perHour(instance.instanceUuid())
                        .flatMap(price -> new LeaseCost(since, report.at(), price.atMost(), null).atMost())
                        .orElse(null);
    }

    @Override
    public String toString() {
        return "AccountMonitor[journals=" + values.journals + "]";
    }

    /** Builds an {@link AccountMonitor}. */
    public static final class Builder implements Cloneable {

        private final GpuCloudClient client;
        private Duration warnAge = Duration.ofDays(1);
        private @Nullable Integer warnInstances;
        private @Nullable BigDecimal warnHourly;
        private Duration warnBalance = Duration.ofHours(6);
        private List<Path> journals = List.of();

        private Builder(GpuCloudClient client) {
            this.client = client;
        }

        /**
         * Sets the age from which an instance is {@link Kind#OLD}; a day by default.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder warnAge(Duration warnAge) {
            this.warnAge = Preconditions.positive(warnAge, "warnAge");
            return this;
        }

        /**
         * Sets how many instances may cost money; null, the default, for any number.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder warnInstances(@Nullable Integer warnInstances) {
            Preconditions.require(
                    warnInstances == null || warnInstances >= 0,
                    "warnInstances must not be negative: " + warnInstances);
            this.warnInstances = warnInstances;
            return this;
        }

        /**
         * Sets what all instances may cost in an hour; null, the default, for any amount.
         *
         * @param warnHourly a positive amount, which is compared with {@link CostReport#perHourAtMost()}
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder warnHourly(@Nullable BigDecimal warnHourly) {
            this.warnHourly = warnHourly == null ? null : Preconditions.amount(warnHourly, "warnHourly");
            return this;
        }

        /**
         * Sets how long balance and cards have to last at least; 6 hours by default.
         *
         * @param warnBalance how long, not negative; zero for no finding
         */
        public Builder warnBalance(Duration warnBalance) {
            this.warnBalance = Preconditions.notNegative(warnBalance, "warnBalance");
            return this;
        }

        /**
         * Sets directories of lease journals, which are only read.
         *
         * @param journals the directories; those that do not exist are ignored
         */
        public Builder journals(Path... journals) {
            this.journals = List.of(Objects.requireNonNull(journals, "journals"));
            return this;
        }

        /** Builds the monitor. */
        public AccountMonitor build() {
            return new AccountMonitor(copy());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
