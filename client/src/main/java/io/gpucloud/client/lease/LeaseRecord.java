package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about one create request, one adoption or one destruction. The ledger consists of these
 * records, and the journal of their lines.
 *
 * @param holder the open {@link Leases} that may change the record; null after a hand-over
 * @param request null before it is sent, and for an instance that was not created by these leases
 * @param instanceUuid null while the instance is not known
 * @param change the number of the latest change. Of two versions of a record, the higher one is valid
 */
record LeaseRecord(
        Id id,
        @Nullable String holder,
        LeaseState state,
        Plan plan,
        Declaration declaration,
        @Nullable Request request,
        Cost cost,
        @Nullable String instanceUuid,
        Timer timer,
        End end,
        long change) {

    private static final Instant END_OF_TIME = Instant.parse("9999-01-01T00:00:00Z");

    /** A line of the journal may lack any member. */
    LeaseRecord {
        Stream.of(id, state, plan, declaration, cost, timer, end).forEach(Objects::requireNonNull);
    }

    /**
     * The members that never change.
     *
     * @param nonce the random part of the title; no other create request has it
     * @param rental the nonce of the first create request of the same rental
     * @param creator the {@link Leases} that made the record
     */
    record Id(String nonce, String rental, String creator) {}

    /** The wishes of the caller. */
    record Plan(LeaseTerms terms, Map<String, String> data) {

        /** Copies the data, sorted: a record always has the same line. */
        public Plan {
            data = Collections.unmodifiableMap(new TreeMap<>(data));
        }
    }

    /**
     * The declaration of the holder about the account.
     *
     * @param window how late a list may show an instance
     */
    record Declaration(AccountUse use, Duration window) {

        /** Where two declarations differ, the stricter use and the longer window hold. */
        Declaration strictest(Declaration other) {
            Duration longer = window.compareTo(other.window) >= 0 ? window : other.window;
            return new Declaration(use.strictest(other.use), longer);
        }
    }

    /**
     * A create request.
     *
     * @param at when it was sent
     * @param before the instances that lists had shown before
     * @param complete whether the last of these lists was complete: only then an instance that it lacks is new
     * @param abandoned whether its rental has ended, or has gone on with another request
     * @param limited whether the service has responded with HTTP 429, so that it has probably made nothing
     */
    record Request(
            InstanceRequest content,
            Instant at,
            Set<String> before,
            boolean complete,
            boolean abandoned,
            boolean limited) {

        /** Copies the set, sorted: a record always has the same line. */
        public Request {
            before = Collections.unmodifiableSet(new TreeSet<>(before));
        }

        Request asAbandoned() {
            return new Request(content, at, before, complete, true, limited);
        }

        Request asLimited() {
            return new Request(content, at, before, complete, abandoned, true);
        }
    }

    /**
     * The price of an hour, or null if it is unknown, from a moment to another one. Both are null before the request.
     *
     * @param until the latest end by the timer, or the real end
     */
    record Cost(
            @Nullable BigDecimal hourly,
            @Nullable Instant since,
            @Nullable Instant until) {

        static final Cost NONE = new Cost(null, null, null);

        Cost hourly(BigDecimal price) {
            return new Cost(price, since, until);
        }

        Cost since(Instant moment) {
            return new Cost(hourly, moment, until);
        }

        Cost untilAtLeast(Instant moment) {
            return new Cost(hourly, since, until == null || until.isBefore(moment) ? moment : until);
        }

        Cost endedAt(Instant moment) {
            return new Cost(hourly, since, since == null || since.isBefore(moment) ? moment : since);
        }
    }

    /**
     * The shutdown timer.
     *
     * @param end its moment, or null if none is set
     * @param until the end of the lifetime, up to which the timer is renewed, or null if it is set once
     */
    record Timer(@Nullable Instant end, @Nullable Instant until) {

        static final Timer NONE = new Timer(null, null);

        /** The planned end of the instance. */
        @Nullable
        Instant last() {
            return until == null ? end : until;
        }
    }

    /** The response of the service to a request to destroy an instance. */
    enum DestroyResponse {
        ACCEPTED,
        REJECTED,
        /** No response arrived, so the request may have taken effect. */
        LOST
    }

    /**
     * How an instance ends.
     *
     * @param responses those to the requests to destroy it
     * @param absentSince since when complete lists do not show it, or null
     * @param at when the record was over, or null
     */
    record End(
            Set<DestroyResponse> responses,
            @Nullable Instant absentSince,
            @Nullable Instant at) {

        static final End NONE = new End(Set.of(), null, null);

        public End {
            responses = Collections.unmodifiableSet(
                    responses.isEmpty() ? EnumSet.noneOf(DestroyResponse.class) : EnumSet.copyOf(responses));
        }

        End with(DestroyResponse response) {
            Set<DestroyResponse> all = new TreeSet<>(responses);
            all.add(response);
            return new End(all, absentSince, at);
        }

        End absentSince(@Nullable Instant moment) {
            return new End(responses, moment, at);
        }

        End at(Instant moment) {
            return new End(responses, absentSince, moment);
        }

        boolean isAccepted() {
            return responses.contains(DestroyResponse.ACCEPTED);
        }

        boolean isAnswered() {
            return isAccepted() || responses.contains(DestroyResponse.REJECTED);
        }

        /** Whether one of the requests may have destroyed the instance. */
        boolean mayBeOurs() {
            return isAccepted() || responses.contains(DestroyResponse.LOST);
        }
    }

    /** A new record in one of the {@linkplain LeaseState#FIRST first} states, which the ledger has not stored yet. */
    static LeaseRecord first(Id id, LeaseState state, Plan plan, Declaration declaration) {
        if (!LeaseState.FIRST.contains(state)) {
            throw new IllegalStateException("no lease begins as " + state);
        }
        return new LeaseRecord(
                id, id.creator(), state, plan, declaration, null, Cost.NONE, null, Timer.NONE, End.NONE, 0);
    }

    /**
     * This record in another state.
     *
     * @throws IllegalStateException if the states have no such transition
     */
    LeaseRecord to(LeaseState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("the lease of " + name() + " is " + state + " and cannot become " + next
                    + ", only " + state.next());
        }
        return new LeaseRecord(id, holder, next, plan, declaration, request, cost, instanceUuid, timer, end, change);
    }

    LeaseRecord heldBy(@Nullable String next) {
        return new LeaseRecord(id, next, state, plan, declaration, request, cost, instanceUuid, timer, end, change);
    }

    LeaseRecord with(Plan next) {
        return new LeaseRecord(id, holder, state, next, declaration, request, cost, instanceUuid, timer, end, change);
    }

    LeaseRecord with(@Nullable Request next) {
        return new LeaseRecord(id, holder, state, plan, declaration, next, cost, instanceUuid, timer, end, change);
    }

    LeaseRecord with(Cost next) {
        return new LeaseRecord(id, holder, state, plan, declaration, request, next, instanceUuid, timer, end, change);
    }

    LeaseRecord with(Timer next) {
        return new LeaseRecord(id, holder, state, plan, declaration, request, cost, instanceUuid, next, end, change);
    }

    LeaseRecord with(End next) {
        return new LeaseRecord(id, holder, state, plan, declaration, request, cost, instanceUuid, timer, next, change);
    }

    LeaseRecord withInstance(@Nullable String next) {
        return new LeaseRecord(id, holder, state, plan, declaration, request, cost, next, timer, end, change);
    }

    LeaseRecord changed() {
        return new LeaseRecord(
                id, holder, state, plan, declaration, request, cost, instanceUuid, timer, end, change + 1);
    }

    /** Whether the parts of the record fit its state, and no moment is beyond what a calculation can bear. */
    boolean isConsistent() {
        boolean hasRequest = request != null || !(state == LeaseState.CREATING || state.isDoubtful());
        boolean hasInstance =
                (instanceUuid != null) == state.hasInstance() || (state == LeaseState.ENDED && request != null);
        boolean hasEnd = (end.at() != null) == state.isOver();
        return hasRequest
                && hasInstance
                && hasEnd
                && Stream.of(
                                request == null ? null : request.at(),
                                cost.since(),
                                cost.until(),
                                timer.end(),
                                timer.until(),
                                end.absentSince(),
                                end.at())
                        .allMatch(LeaseRecord::isPlausible);
    }

    private static boolean isPlausible(@Nullable Instant moment) {
        return moment == null || (!moment.isBefore(Instant.EPOCH) && moment.isBefore(END_OF_TIME));
    }

    String nonce() {
        return id.nonce();
    }

    @Nullable
    String tag() {
        return plan.terms().tag();
    }

    boolean isSame(LeaseRecord other) {
        return nonce().equals(other.nonce());
    }

    boolean has(String instance) {
        return instance.equals(instanceUuid);
    }

    /** Whether its rental has ended, or has gone on with another request. */
    boolean isAbandoned() {
        return request != null && request.abandoned();
    }

    /** Whether it is in doubt only because the service has responded with HTTP 429. */
    boolean isLimited() {
        return state == LeaseState.IN_DOUBT && request != null && request.limited();
    }

    /** Whether the {@link Leases} that sent the request do not hold the record any more. */
    boolean isLeft() {
        return !id.creator().equals(holder);
    }

    /** The instance, or the create request if that is not known. */
    String name() {
        return Objects.requireNonNullElse(instanceUuid, "create request " + nonce());
    }
}
