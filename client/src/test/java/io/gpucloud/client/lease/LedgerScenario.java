package io.gpucloud.client.lease;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.lease.LeaseRecord.Cost;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Plan;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A ledger with a time and an account in plain Java. */
final class LedgerScenario implements Ledger.Store {

    static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    static final Duration WINDOW = Duration.ofMinutes(2);
    static final Duration HOUR = Duration.ofHours(1);
    static final BigDecimal PRICE = new BigDecimal("2.50");
    static final InstanceRequest POD = new InstanceRequest("pod", null, null, "gpu", 1);

    /** The records of all processes, as a journal has them. */
    final Map<String, LeaseRecord> stored = new LinkedHashMap<>();

    /** The listed instances of the account. */
    final Map<String, Instance> account = new LinkedHashMap<>();

    private Duration elapsed = Duration.ZERO;
    private Duration wrong = Duration.ZERO;
    private boolean certain = true;
    private int records;

    /** A record in any state. */
    static LeaseRecord record(LeaseState state) {
        Declaration declaration = new Declaration(AccountUse.SHARED, WINDOW);
        return record("01234567", "one", declaration, state, state.hasInstance() ? "instance-1" : null);
    }

    static LeaseRecord record(
            String nonce, String holder, Declaration declaration, LeaseState state, @Nullable String instanceUuid) {
        return new LeaseRecord(
                new LeaseRecord.Id(nonce, nonce, holder),
                holder,
                state,
                plan(null),
                declaration,
                new Request(POD, START, Set.of(), true, false, false),
                new Cost(PRICE, START, START.plus(HOUR)),
                instanceUuid,
                Timer.NONE,
                state.isOver() ? End.NONE.at(START) : End.NONE,
                1);
    }

    static Plan plan(@Nullable String tag) {
        return new Plan(new LeaseTerms(tag, HOUR), Map.of());
    }

    static Instance instance(String instanceUuid, String title, String model) {
        return instance(instanceUuid, title, model, InstanceStatus.RUNNING);
    }

    static Instance instance(String instanceUuid, String title, String model, InstanceStatus status) {
        return Instance.builder()
                .instanceUuid(instanceUuid)
                .status(status)
                .title(title)
                .gpuUuid(model)
                .gpuCount(1)
                .imageUuid("pod")
                .build();
    }

    Ledger ledger(String holder, AccountUse use) {
        return ledger(holder, use, Limits.NONE);
    }

    /** A ledger that knows what all earlier ones have stored. */
    Ledger ledger(String holder, AccountUse use, Limits limits) {
        var settings = new Ledger.Settings(new Declaration(use, WINDOW), WINDOW, limits, true);
        Ledger ledger = new Ledger(holder, settings, this, () -> "%08x".formatted(++records), new Sightings());
        load(ledger);
        return ledger;
    }

    void load(Ledger ledger) {
        stored.values().forEach(record -> ledger.load(record, now()));
    }

    @Override
    public void require(LeaseRecord changed) {
        stored.put(changed.nonce(), changed);
    }

    @Override
    public void record(LeaseRecord changed) {
        stored.put(changed.nonce(), changed);
    }

    Moment now() {
        return new Moment(START.plus(elapsed).plus(wrong), elapsed, certain);
    }

    void pass(Duration time) {
        elapsed = elapsed.plus(time);
    }

    /** From now on, the service sends a wrong date. */
    void clockIsWrongBy(Duration time) {
        wrong = time;
        certain = false;
    }

    void clockIsCertain() {
        wrong = Duration.ZERO;
        certain = true;
    }

    /** The instance as the account lists it. */
    Instance listed(String instanceUuid) {
        return Objects.requireNonNull(account.get(instanceUuid));
    }

    /** The record as the journal has it. */
    LeaseRecord stored(LeaseRecord record) {
        return Objects.requireNonNull(stored.get(record.nonce()));
    }

    void show(String instanceUuid) {
        show(instanceUuid, "");
    }

    void show(String instanceUuid, String title) {
        show(instanceUuid, title, InstanceStatus.RUNNING);
    }

    void show(String instanceUuid, String title, InstanceStatus status) {
        account.put(instanceUuid, instance(instanceUuid, title, "gpu", status));
    }

    void show(String instanceUuid, InstanceStatus status, SaveImageStatus save) {
        Instance.Builder saved = Instance.builder().instanceUuid(instanceUuid).title("");
        account.put(instanceUuid, saved.status(status).saveImageStatus(save).build());
    }

    List<Decision> look(Ledger ledger) {
        load(ledger);
        return ledger.observe(Listing.of(List.copyOf(account.values())), now());
    }

    List<Decision> lookAtIncompleteList(Ledger ledger) {
        return ledger.observe(Listing.of(List.copyOf(account.values()), List.of(), false), now());
    }

    /** Looks four times over a little more than a time. */
    List<Decision> lookFor(Ledger ledger, Duration time) {
        List<Decision> decisions = new ArrayList<>(look(ledger));
        for (int i = 0; i < 3; i++) {
            pass(time.dividedBy(3).plusSeconds(1));
            decisions.addAll(look(ledger));
        }
        return decisions;
    }

    /** A rental up to its create request. */
    LeaseRecord send(Ledger ledger, @Nullable String tag) {
        LeaseRecord planned = ledger.plan(plan(tag), now());
        look(ledger);
        return ledger.sending(planned.nonce(), POD, PRICE, now());
    }

    LeaseRecord lose(Ledger ledger, @Nullable String tag) {
        return ledger.lost(send(ledger, tag).nonce());
    }

    /** A rental whose instance runs, with its timer and its title. */
    LeaseRecord run(Ledger ledger, @Nullable String tag, String instanceUuid) {
        LeaseRecord sent = send(ledger, tag);
        LeaseRecord booting = ledger.created(sent.nonce(), instanceUuid, now());
        show(instanceUuid, "one." + sent.nonce() + ": lease");
        return ledger.running(booting.nonce(), new Timer(now().now().plus(HOUR), null), now());
    }

    /** Hands over all records that are not over. */
    static List<LeaseRecord> handOver(Ledger ledger) {
        return ledger.mine().stream()
                .filter(record -> !record.state().isOver())
                .map(record -> ledger.handOver(record.nonce()))
                .toList();
    }

    /** The service accepts the destruction, and proves it. */
    LeaseRecord destroy(Ledger ledger, LeaseRecord record) {
        ledger.ending(record.nonce());
        ledger.destroyed(record.nonce(), LeaseRecord.DestroyResponse.ACCEPTED, now());
        account.remove(record.instanceUuid());
        look(ledger);
        return ledger.destroyed(record.nonce(), LeaseRecord.DestroyResponse.REJECTED, now());
    }
}
