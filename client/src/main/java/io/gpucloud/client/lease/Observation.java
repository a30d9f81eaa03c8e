package io.gpucloud.client.lease;

import io.gpucloud.client.lease.Decision.Kind;
import io.gpucloud.client.lease.LeaseRecord.Cost;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.Ownership.Claim;
import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One list: applies the rules of {@link Ownership} to all records of a ledger, and collects what follows. */
final class Observation {

    private final Ledger ledger;
    private final Sightings sightings;
    private final Moment moment;
    private final List<Decision> decisions = new ArrayList<>();

    /** The facts since the latest change; null after a change. */
    private @Nullable Ownership facts;

    Observation(Ledger ledger, Sightings sightings, Moment moment) {
        this.ledger = ledger;
        this.sightings = sightings;
        this.moment = moment;
    }

    List<Decision> decide() {
        ledger.all().stream()
                .filter(record -> !ledger.isMine(record) && record.state().mayCost())
                .forEach(this::watch);
        ledger.followed().forEach(this::follow);
        likeliestFirst(ledger.mine().stream()
                        .filter(record -> record.state().isDoubtful())
                        .toList())
                .forEach(this::decide);
        ledger.mine().stream().filter(record -> record.state().isDoubtful()).forEach(this::conclude);
        return decisions;
    }

    void recognizeAccount() {
        ledger.all().forEach(this::recognizeAccount);
    }

    private Ownership ownership() {
        Ownership known = facts == null ? ledger.ownership(moment) : facts;
        facts = known;
        return known;
    }

    private LeaseRecord observed(LeaseRecord changed) {
        facts = null;
        return ledger.observed(changed);
    }

    private LeaseRecord endingFor(LeaseRecord record, Instance found, Cost cost) {
        facts = null;
        return ledger.endingFor(record, found.instanceUuid(), cost, moment);
    }

    /** Whether the account shows an instance that the {@link Leases} of a record have, or had seen. */
    private void recognizeAccount(LeaseRecord record) {
        String creator = record.id().creator();
        if (sightings.hasListed(creator)) {
            return;
        }
        String instance = record.instanceUuid();
        Request request = record.request();
        boolean own = instance != null && sightings.listed(instance) != null;
        boolean seen = request != null
                && sightings.listed().stream()
                        .anyMatch(listed -> request.before().contains(listed.instanceUuid()));
        if (own || seen) {
            sightings.listedCreator(creator);
        }
    }

    /** Only the holder changes the record, but limits need to know whether its instance is gone. */
    private void watch(LeaseRecord other) {
        String instance = other.instanceUuid();
        boolean listed = instance == null
                ? other.request() != null && !ownership().candidates(other).isEmpty()
                : sightings.listed(instance) != null;
        if (listed) {
            sightings.present(other.nonce());
        } else if (sightings.isComplete()) {
            sightings.absent(other.nonce(), moment.elapsed());
        }
    }

    // Records with an instance.

    private void follow(LeaseRecord record) {
        Instance found = sightings.listed(Objects.requireNonNull(record.instanceUuid()));
        if (record.state().isOver()) {
            listedAgain(record, found);
        } else if (found == null) {
            missing(record);
        } else {
            listed(present(record), found);
        }
    }

    private void listedAgain(LeaseRecord over, @Nullable Instance found) {
        if (found == null || !ownership().isLatest(over)) {
            return;
        }
        if (over.end().isAccepted()) {
            Cost again = new Cost(over.cost().hourly(), moment.now(), moment.now());
            add(Kind.DESTROY, endingFor(over, found, again), found);
        } else {
            name(over, found);
        }
    }

    private void name(LeaseRecord record, Instance found) {
        if (sightings.name(found.instanceUuid())) {
            add(Kind.NAME, record, found);
        }
    }

    private void listed(LeaseRecord record, Instance found) {
        boolean leased = record.state().isLeased();
        Ownership ownership = ownership();
        if (record.state() == LeaseState.BOOTING && ownership.isOfAnotherTitle(record, found)) {
            add(Kind.LEFT, observed(record.to(LeaseState.IN_DOUBT).withInstance(null)), found);
        } else if (leased && Ownership.isShutDown(found)) {
            add(Kind.LOST, observed(record.to(LeaseState.LOST)), found);
        } else if (leased && found.isRunning() && ownership.isOverdue(record, ledger.tolerance())) {
            add(Kind.DESTROY, observed(record.to(LeaseState.ENDING)), found);
        }
    }

    // Requests in doubt.

    /** An instance that fewer requests may have made comes first, so that requests with few candidates keep theirs. */
    private List<Instance> likeliestFirst(List<LeaseRecord> doubtful) {
        if (doubtful.isEmpty()) {
            return List.of();
        }
        Ownership ownership = ownership();
        return sightings.listed().stream()
                .sorted(Comparator.<Instance>comparingLong(found -> doubtful.stream()
                                .filter(record -> ownership.mayHaveMade(record, found))
                                .count())
                        .thenComparingInt(found -> doubtful.stream()
                                .mapToInt(record -> ownership.doubts(record, found))
                                .min()
                                .orElse(0)))
                .toList();
    }

    /** Of the claims of all requests on an instance, the most careful one holds. */
    private void decide(Instance found) {
        Ownership ownership = ownership();
        Map<LeaseRecord, Claim> claims = new LinkedHashMap<>();
        for (LeaseRecord record : ledger.all()) {
            Claim claim = record.state().isDoubtful() ? ownership.claim(record, found) : Claim.NEVER;
            if (claim != Claim.NEVER) {
                claims.put(record, claim);
            }
        }
        if (!claims.keySet().stream().allMatch(ownership::yields)) {
            claims.keySet().removeIf(ownership::yields);
        }
        claims.keySet().stream()
                .filter(ledger::isMine)
                .min(Comparator.<LeaseRecord, Claim>comparing(claims::get)
                        .thenComparingInt(record -> ownership.doubts(record, found))
                        .thenComparingInt(Ownership::possibilities))
                .ifPresent(mine -> act(
                        mine,
                        found,
                        claims.values().stream().min(Comparator.naturalOrder()).orElseThrow()));
    }

    private void act(LeaseRecord record, Instance found, Claim claim) {
        switch (claim) {
            case UNDECIDED -> add(Kind.UNDECIDED, record, found);
            case NAMED -> name(record, found);
            case OURS -> {
                LeaseRecord booting = record.to(LeaseState.BOOTING).withInstance(found.instanceUuid());
                add(Kind.OURS, present(observed(booting)), found);
            }
            case DESTROY -> add(Kind.DESTROY, destroy(record, found), found);
            case NEVER, NEXT_ROW -> throw new IllegalStateException("not a claim to act on: " + claim);
        }
    }

    /** If the instance is not certainly that of the request, the request stays in doubt: another one may be its own. */
    private LeaseRecord destroy(LeaseRecord record, Instance found) {
        return ownership().isCertain(record, found)
                ? observed(record.to(LeaseState.ENDING).withInstance(found.instanceUuid()))
                : endingFor(record, found, record.cost());
    }

    private void conclude(LeaseRecord record) {
        if (ownership().candidates(record).isEmpty()) {
            missing(record);
        } else {
            present(record);
        }
    }

    // Absence.

    private LeaseRecord present(LeaseRecord record) {
        sightings.present(record.nonce());
        return record.end().absentSince() == null
                ? record
                : observed(record.with(record.end().absentSince(null)));
    }

    private void missing(LeaseRecord record) {
        String instance = record.instanceUuid();
        if (instance == null ? !sightings.isComplete() : !sightings.provesAbsenceOf(instance)) {
            return;
        }
        sightings.absent(record.nonce(), moment.elapsed());
        End end = record.end();
        LeaseRecord missing = moment.certain() && end.absentSince() == null
                ? observed(record.with(end.absentSince(moment.now())))
                : record;
        Ownership ownership = ownership();
        LeaseState next = ownership.afterAbsence(missing);
        if (next != null) {
            LeaseRecord after = after(missing, next);
            add(next == LeaseState.LOST ? Kind.LOST : Kind.ABSENT, after, null);
        } else if (missing.state() == LeaseState.IN_DOUBT && ownership.isAbsent(missing)) {
            add(Kind.ABSENT, missing, null);
        }
    }

    private LeaseRecord after(LeaseRecord missing, LeaseState next) {
        if (next.isOver()) {
            return observed(Ledger.over(missing, next, moment));
        }
        LeaseRecord after = missing.to(next);
        if (next != LeaseState.IN_DOUBT) {
            return observed(after);
        }
        // Another program has destroyed the instance. No rental waits for the one of this request.
        sightings.present(missing.nonce());
        Request abandoned = Objects.requireNonNull(missing.request()).asAbandoned();
        return observed(after.withInstance(null).with(abandoned).with(End.NONE));
    }

    private void add(Kind kind, LeaseRecord record, @Nullable Instance found) {
        decisions.add(new Decision(kind, record, found));
    }
}
