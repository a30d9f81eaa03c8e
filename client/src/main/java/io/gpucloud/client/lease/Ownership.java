package io.gpucloud.client.lease;

import static io.gpucloud.client.lease.Ownership.Claim.DESTROY;
import static io.gpucloud.client.lease.Ownership.Claim.NAMED;
import static io.gpucloud.client.lease.Ownership.Claim.NEVER;
import static io.gpucloud.client.lease.Ownership.Claim.NEXT_ROW;
import static io.gpucloud.client.lease.Ownership.Claim.OURS;
import static io.gpucloud.client.lease.Ownership.Claim.UNDECIDED;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.Sightings.Absence;
import io.gpucloud.client.lease.Sightings.Sighting;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rules about whose an instance is, and whether one is gone. {@link Row} is the table of ownership. It is read for
 * a create request without a known outcome and an instance that a list shows: the first row that fits decides. Rules of
 * absence follow below it.
 */
final class Ownership {

    /**
     * The claim of a create request on an instance. If requests claim the same instance, the first of these holds: the
     * most careful one.
     */
    enum Claim {
        /** A later list decides. */
        UNDECIDED,
        /** It is unknown whether the request made it. It is named, and destroyed only if the caller says so. */
        NAMED,
        /** The request made it, and its rental gets it. */
        OURS,
        /** The request made it and no rental waits for it, or it has no owner. */
        DESTROY,
        /** The request did not make it. */
        NEVER,
        /** The row says nothing about this use of the account, and the next one is read. */
        NEXT_ROW
    }

    /** A row of the table: evidence, and what follows from it in each {@linkplain AccountUse use} of the account. */
    enum Row {
        // evidence, and the claims of: shared account, owner titles, sole user

        /** Its title has another nonce, it was listed before, or another record has or had it. */
        OF_ANOTHER(Case::isOfAnother, NEVER, NEVER, NEVER),

        /** The unknown outcome was reported to the caller, and others may still give it a title, or destroy it. */
        REPORTED_RECENT(Case::isReportedAndRecent, NEXT_ROW, UNDECIDED, NEXT_ROW),

        /** The unknown outcome was reported to the caller, who decides. */
        REPORTED(Case::isReported, NAMED, NAMED, NAMED),

        /** Its title has the nonce of the request, whose rental does not wait for it any more. */
        PROVEN_ABANDONED(Case::isProvenAndAbandoned, DESTROY, DESTROY, DESTROY),

        /** Its title has the nonce of the request. */
        PROVEN(Case::isProven, OURS, OURS, OURS),

        /** A complete list lacked it more than an hour after the request. No list lags so long. */
        LATER(Case::isLater, NEVER, NEVER, NEVER),

        /** It has a title without a nonce, and the process that sent the request has ended. */
        TITLED_LEFT(Case::isTitledAndLeft, NAMED, NEVER, NAMED),

        /** It has a title without a nonce. */
        TITLED(Case::isTitled, NAMED, NEVER, NEXT_ROW),

        /** Another request that may have made it still expects its response. */
        EXPECTED(Case::isExpected, UNDECIDED, UNDECIDED, UNDECIDED),

        /** The service rejects titles, so its owner cannot set one. */
        UNTITLABLE(Case::cannotGetTitle, NAMED, NAMED, NEXT_ROW),

        /** It has been listed without a title for at most twice the window. */
        RECENT(Case::mayGetTitle, NAMED, UNDECIDED, NEXT_ROW),

        /** The list before the request was not complete, so it may be older. */
        OLDER(Case::mayBeOlder, NAMED, NAMED, NAMED),

        /** The list may hide another candidate. */
        HIDDEN(Case::mayHaveRival, NAMED, UNDECIDED, UNDECIDED),

        /** Nothing shows that the ended process which sent the request had an instance in this account. */
        OF_OTHER_ACCOUNT(Case::mayBeOfOtherAccount, NAMED, NEXT_ROW, NAMED),

        /** It differs from the requested instance, and has been listed for less than the window. */
        DIFFERENT(Case::isDifferent, NAMED, NEXT_ROW, UNDECIDED),

        /** There are more candidates than requests without an outcome, or another process has such a request. */
        TOO_MANY(Case::isOneOfTooMany, NAMED, NEXT_ROW, NAMED),

        /** It is new, and the rental of the request does not wait for it any more. */
        NEW_ABANDONED(Case::isAbandoned, NAMED, DESTROY, DESTROY),

        /** It is new. */
        NEW(anything -> true, NAMED, DESTROY, OURS);

        @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state, which the checker does not know
        private final Predicate<Case> evidence;

        private final Claim shared;
        private final Claim ownerTitles;
        private final Claim soleUser;

        Row(Predicate<Case> evidence, Claim shared, Claim ownerTitles, Claim soleUser) {
            this.evidence = evidence;
            this.shared = shared;
            this.ownerTitles = ownerTitles;
            this.soleUser = soleUser;
        }

        Claim claim(AccountUse use) {
            return switch (use) {
                case SHARED -> shared;
                case OWNER_TITLES -> ownerTitles;
                case SOLE_USER -> soleUser;
            };
        }
    }

    /** No list lags longer. */
    static final Duration LATEST_LISTING = Duration.ofHours(1);

    private static final int FEWEST_LISTS = 3;

    private final Collection<LeaseRecord> records;
    private final Map<String, Set<String>> noncesOfInstance = new HashMap<>();
    private final Sightings sightings;
    private final String holder;
    private final boolean titlesRejected;
    private final Moment moment;
    private final Declaration declared;

    /**
     * Collects the facts of one moment.
     *
     * @param holder who decides
     * @param own what the holder declares
     */
    Ownership(
            Collection<LeaseRecord> records,
            Sightings sightings,
            String holder,
            Declaration own,
            boolean titlesRejected,
            Moment moment) {
        this.records = records;
        this.sightings = sightings;
        this.holder = holder;
        this.titlesRejected = titlesRejected;
        this.moment = moment;
        Declaration strictest = own;
        for (LeaseRecord record : records) {
            strictest = record.state().isOver() ? strictest : strictest.strictest(record.declaration());
            String instance = record.instanceUuid();
            if (instance != null) {
                noncesOfInstance
                        .computeIfAbsent(instance, first -> new HashSet<>())
                        .add(record.nonce());
            }
        }
        declared = strictest;
    }

    /** The declaration for all records of the directory: the strictest of theirs. */
    Declaration declared() {
        return declared;
    }

    /** The row that decides about a listed instance and a {@linkplain LeaseState#isDoubtful doubtful} request. */
    Row row(LeaseRecord sent, Instance found) {
        Case asked = new Case(sent, found);
        for (Row row : Row.values()) {
            if (row.claim(declared.use()) != NEXT_ROW && row.evidence.test(asked)) {
                return row;
            }
        }
        throw new IllegalStateException("the last row fits always");
    }

    /** The claim of a doubtful request on a listed instance. */
    Claim claim(LeaseRecord sent, Instance found) {
        return row(sent, found).claim(declared.use());
    }

    /**
     * Whether the claim of a request counts only if no other request claims the instance. With owner titles, an
     * instance without a title has no owner, and is destroyed. A request that was reported to its caller does not
     * prevent that.
     */
    boolean yields(LeaseRecord sent) {
        return sent.state() == LeaseState.UNKNOWN && declared.use() == AccountUse.OWNER_TITLES;
    }

    /** A create request, and an instance that it may have made. */
    private final class Case {

        private final LeaseRecord sent;
        private final Request request;
        private final Instance found;
        private final Sighting sighting;
        private final Optional<String> nonce;

        Case(LeaseRecord sent, Instance found) {
            this.sent = sent;
            request = Objects.requireNonNull(sent.request());
            this.found = found;
            sighting = sightings.sighting(found);
            nonce = sighting.nonce();
        }

        boolean isOfAnother() {
            boolean otherNonce = nonce.isPresent() && !isProven();
            return otherNonce
                    || isUnlikeWhatWasLimited()
                    || request.before().contains(found.instanceUuid())
                    || hasOtherRecord(found.instanceUuid(), sent.nonce());
        }

        /** Only an instance that looks as requested, and has no title yet, contradicts HTTP 429. */
        private boolean isUnlikeWhatWasLimited() {
            return request.limited()
                    && !isProven()
                    && (isTitled() || request.content().differences(found) > 0);
        }

        boolean isReported() {
            return sent.state() == LeaseState.UNKNOWN;
        }

        /** An instance that stays without a title is destroyed by those whose request may have made it. */
        boolean isReportedAndRecent() {
            return isReported() && !isTitled() && !titlesRejected && isUntitledForAtMost(3);
        }

        boolean isProvenAndAbandoned() {
            return isProven() && isAbandoned();
        }

        boolean isProven() {
            return nonce.filter(sent.nonce()::equals).isPresent();
        }

        /** Measured from when this process knew the request, because a clock may be wrong. */
        boolean isLater() {
            Duration lacked = sighting.lackedAt();
            Duration known = sightings.knownSince(sent.nonce());
            return lacked != null && lacked.compareTo(known.plus(LATEST_LISTING)) > 0;
        }

        boolean isTitledAndLeft() {
            return isTitled() && sent.isLeft();
        }

        boolean isTitled() {
            return sighting.untitledSince() == null;
        }

        boolean isExpected() {
            return isListedForLessThan(LATEST_LISTING)
                    && others(LeaseState.CREATING).anyMatch(other -> mayHaveMade(other, found));
        }

        private Stream<LeaseRecord> others(LeaseState state) {
            return records.stream().filter(other -> other.state() == state && !other.isSame(sent));
        }

        boolean cannotGetTitle() {
            return titlesRejected;
        }

        /** A lease sets the title within the window, and a list may show it a window later. */
        boolean mayGetTitle() {
            return isUntitledForAtMost(2);
        }

        private boolean isUntitledForAtMost(int windows) {
            Duration since = Objects.requireNonNullElse(sighting.untitledSince(), sighting.first());
            return moment.elapsed().compareTo(since.plus(declared.window().multipliedBy(windows))) <= 0;
        }

        boolean mayBeOlder() {
            return !request.complete();
        }

        boolean mayHaveRival() {
            return !sightings.isComplete();
        }

        boolean mayBeOfOtherAccount() {
            return !isOfThisAccount(sent) && sightings.listed().stream().anyMatch(this::mayBeOlderThanTheRequest);
        }

        /** An account in which everything is newer than the request may well be that of the request. */
        private boolean mayBeOlderThanTheRequest(Instance listed) {
            Instant created = listed.createTime();
            return created == null
                    || created.isBefore(request.at().minus(declared.window().multipliedBy(2)));
        }

        boolean isDifferent() {
            return isListedForLessThan(declared.window()) && doubts(sent, found) > 0;
        }

        private boolean isListedForLessThan(Duration time) {
            return moment.elapsed().compareTo(sighting.first().plus(time)) < 0;
        }

        boolean isOneOfTooMany() {
            List<Instance> made = candidates(sent);
            List<LeaseRecord> lost = Stream.concat(
                            Stream.of(sent),
                            Stream.of(LeaseState.CREATING, LeaseState.IN_DOUBT).flatMap(this::others))
                    .filter(other -> made.stream().anyMatch(instance -> mayHaveMade(other, instance)))
                    .toList();
            boolean otherProcess = lost.stream().anyMatch(other -> !Objects.equals(other.holder(), sent.holder()));
            return made.size() > lost.size() || otherProcess;
        }

        boolean isAbandoned() {
            return request.abandoned();
        }
    }

    /** Whether nothing proves that a request did not make a listed instance. */
    boolean mayHaveMade(LeaseRecord sent, Instance found) {
        Case asked = new Case(sent, found);
        return !asked.isOfAnother() && (asked.isProven() || !asked.isLater());
    }

    /** The listed instances that a request may have made. */
    List<Instance> candidates(LeaseRecord sent) {
        return sightings.listed().stream()
                .filter(instance -> mayHaveMade(sent, instance))
                .toList();
    }

    /** How many hints say that a request did not make an instance. They order candidates, and exclude none. */
    int doubts(LeaseRecord sent, Instance found) {
        Request request = Objects.requireNonNull(sent.request());
        Instant created = found.createTime();
        Duration tolerance = declared.window().multipliedBy(2);
        boolean inTime =
                created == null || Duration.between(request.at(), created).abs().compareTo(tolerance) <= 0;
        return request.content().differences(found) + (inTime ? 0 : 1);
    }

    /** Orders requests: one that saw more instances before can have made fewer of those that are listed now. */
    static int possibilities(LeaseRecord sent) {
        return -Objects.requireNonNull(sent.request()).before().size();
    }

    /** Whether a record other than that of a nonce has or had an instance. */
    private boolean hasOtherRecord(String instanceUuid, String nonce) {
        Set<String> nonces = noncesOfInstance.getOrDefault(instanceUuid, Set.of());
        return nonces.size() > (nonces.contains(nonce) ? 1 : 0);
    }

    /** Whether this process sent the request, or the account has listed an instance of the process that sent it. */
    boolean isOfThisAccount(LeaseRecord record) {
        String creator = record.id().creator();
        return creator.equals(holder) || sightings.hasListed(creator);
    }

    /** Whether a new instance is that of the request, because its title says so, or no other program creates any. */
    boolean isCertain(LeaseRecord sent, Instance found) {
        return declared.use() == AccountUse.SOLE_USER || new Case(sent, found).isProven();
    }

    // Whether a response or a title takes an instance away from a record.

    /** Whether the response to a create request names an instance that the request cannot have made. */
    boolean isNotCreatedBy(LeaseRecord sent, String instanceUuid) {
        Instance listed = sightings.listed(instanceUuid);
        return Objects.requireNonNull(sent.request()).before().contains(instanceUuid)
                || hasOtherRecord(instanceUuid, sent.nonce())
                || (listed != null && !mayHaveMade(sent, listed));
    }

    /** Whether a listed title shows that another create request got the same instance. The later title counts. */
    boolean isOfAnotherTitle(LeaseRecord booting, Instance found) {
        return booting.request() != null
                && declared.use() != AccountUse.SOLE_USER
                && InstanceTitle.isOfAnother(found, booting.nonce());
    }

    // Absence.

    /**
     * The state of a record after no complete list shows its instance, or any that its request may have made; null if
     * that is not proven yet.
     */
    @Nullable
    LeaseState afterAbsence(LeaseRecord record) {
        return switch (record.state()) {
            case BOOTING, RUNNING -> isAbsent(record) ? LeaseState.LOST : null;
            case ENDING -> !isAbsent(record) || !record.end().isAnswered() ? null : afterDestruction(record);
            case LOST, KEPT, UNKNOWN -> isAbsentForLong(record) ? LeaseState.ENDED : null;
            case IN_DOUBT ->
                isAbsentForLong(record) || (record.isLimited() && record.isAbandoned() && isAbsent(record))
                        ? LeaseState.FAILED
                        : null;
            case PLANNED, CREATING, ENDED, FAILED -> null;
        };
    }

    /**
     * If no request of ours can have destroyed the instance, another program with the same identifier did. Then the
     * instance of our request may be another one.
     */
    private LeaseState afterDestruction(LeaseRecord record) {
        boolean mayHaveAnother = record.request() != null
                && (declared.use() == AccountUse.OWNER_TITLES
                        || (declared.use() == AccountUse.SHARED
                                && record.timer().end() == null));
        return mayHaveAnother && !record.end().mayBeOurs() ? LeaseState.IN_DOUBT : LeaseState.ENDED;
    }

    /** At least three complete lists over the window do not show it, and none between does. */
    boolean isAbsent(LeaseRecord record) {
        return hasBeenMissing(record) && isOfThisAccount(record);
    }

    /** As {@link #isAbsent}, also if nothing shows that the record is about this account. */
    boolean hasBeenMissing(LeaseRecord record) {
        Absence absence = sightings.absence(record.nonce());
        return absence != null
                && absence.lists() >= FEWEST_LISTS
                && moment.elapsed().minus(absence.since()).compareTo(declared.window()) >= 0;
    }

    private boolean isAbsentForLong(LeaseRecord record) {
        return isAbsent(record) && hasBeenAbsentForLong(record);
    }

    /** Whether complete lists have not shown it for so long that none lags. */
    private boolean hasBeenAbsentForLong(LeaseRecord record) {
        Instant since = record.end().absentSince();
        return since != null && moment.isAfter(since.plus(LATEST_LISTING));
    }

    /**
     * Whether a record counts in limits: there may be an instance that costs money. The process that holds the record
     * may have read no list for long, so the latest list has to lack the instance as well.
     */
    boolean counts(LeaseRecord record) {
        boolean gone = hasBeenAbsentForLong(record) || mustBeListed(record) || record.isLimited();
        return record.state().mayCost() && !(gone && sightings.isComplete() && !mayBeListed(record));
    }

    /** Whether it began so long ago that lists over the window would have shown it. */
    private boolean mustBeListed(LeaseRecord record) {
        Instant since = record.request() == null
                ? record.cost().since()
                : record.request().at();
        return since != null
                && moment.isAfter(since.plus(LATEST_LISTING))
                && (record.state().isDoubtful() || hasBeenMissing(record));
    }

    private boolean mayBeListed(LeaseRecord record) {
        String instance = record.instanceUuid();
        return instance == null ? !candidates(record).isEmpty() : sightings.listed(instance) != null;
    }

    /** The moment of these facts. */
    Moment moment() {
        return moment;
    }

    /** Accepted, absent, then rejected: this proves the end at once. */
    boolean isEndedBy(LeaseRecord ending, LeaseRecord.DestroyResponse response) {
        return response == LeaseRecord.DestroyResponse.REJECTED
                && ending.end().isAccepted()
                && sightings.absence(ending.nonce()) != null;
    }

    /**
     * Whether no record is newer than one that is over and has the same instance. If a list shows that instance again,
     * it is destroyed again if the service had accepted that, and named otherwise.
     */
    boolean isLatest(LeaseRecord over) {
        String instance = over.instanceUuid();
        return instance != null && records.stream().noneMatch(other -> other.has(instance) && isNewer(other, over));
    }

    private static boolean isNewer(LeaseRecord other, LeaseRecord over) {
        Instant ended = other.end().at();
        return !other.isSame(over)
                && (ended == null
                        || ended.isAfter(Objects.requireNonNull(over.end().at())));
    }

    /**
     * Whether an instance has ended without a request of ours, and not only for a moment. A save also shuts an instance
     * down: to destroy it then could end the upload, or the wait for it.
     */
    static boolean isShutDown(Instance found) {
        return found.status().isStopped()
                && !found.status().equals(InstanceStatus.SHUTTING_DOWN)
                && found.saveImageStatus() == null;
    }

    /** Whether an instance still runs after its planned end: a service may list a timer that it never executes. */
    boolean isOverdue(LeaseRecord running, Duration tolerance) {
        Instant last = running.timer().last();
        return last != null && moment.isAfter(last.plus(tolerance).plus(declared.window()));
    }
}
