package io.gpucloud.stub.account;

import java.util.TreeMap;

/** A fingerprint of the history of an account: restored state, seed, operations and events. Equal histories have equal fingerprints. */
final class AccountHistory {

    private final Fnv1aHash fingerprint = new Fnv1aHash();

    /**
     * Begins with a restored state. Uses numbers for bills and recharges: creating a text for each of 100,000 bills would take longer than
     * checking the state.
     */
    AccountHistory(AccountSnapshot state) {
        state.charges()
                .forEach(bill -> fingerprint
                        .add(bill.cents())
                        .add(bill.sequence())
                        .add(bill.start())
                        .add(bill.end()));
        state.recharges().forEach(recharge -> fingerprint.add(recharge.cents()).add(recharge.tradeTime()));
        fingerprint
                .add(state.moment())
                .add(state.instanceSequence())
                .add(state.imageSequence())
                .add(state.agendaSequence())
                .add(state.carriedOver().toString())
                .add(state.instances().toString())
                .add(state.images().toString())
                .add(state.agenda().toString())
                .add(state.cards().toString())
                .add(new TreeMap<>(state.stock()).toString())
                .add(state.durations().toString())
                .add(state.faults().toString());
    }

    void planted(AccountSeed seed) {
        fingerprint.add(seed.toString());
    }

    /** Adds the last numbers of the account before a reset, because the identifiers of new objects depend on them. */
    void continuedAfter(long instanceSequence, long imageSequence) {
        fingerprint.add(instanceSequence).add(imageSequence);
    }

    /** Adds an operation unless it only reads. Rejected operations count as well, because they may have used up a fault. */
    void performed(Operation<?> operation, long now) {
        if (!(operation instanceof Operation.Read)) {
            fingerprint.add(operation.toString()).add(now);
        }
    }

    void applied(ScheduledEvent event) {
        fingerprint.add(event.due()).add(event.sequence());
    }

    long value() {
        return fingerprint.value();
    }
}
