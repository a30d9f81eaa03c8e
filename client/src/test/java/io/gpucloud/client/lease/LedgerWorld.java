package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.DestroyResponse;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An account, and programs that rent in it with ledgers of one journal, in plain Java without a thread. Lists lag up to
 * the window, and omit an instance that they have shown at most twice in a row. After each step, it checks what must
 * never happen.
 */
final class LedgerWorld {

    static final Duration WINDOW = LedgerScenario.WINDOW;
    private static final long LAG = WINDOW.toSeconds();
    private static final BigDecimal PRICE = new BigDecimal("2.50");
    private static final int MOST_OPEN = 3;
    private static final int PROGRAMS = 3;

    /** An instance of the account. It is ours if a program of this world has requested it. */
    private static final class Box {
        private final String uuid;
        private final @Nullable String tag;
        private final boolean foreign;
        private final long listedFrom;
        private String title = "";
        private boolean stopped;
        private long goneAt = Long.MAX_VALUE;
        private long listedUntil = Long.MAX_VALUE;

        /** How many lists in a row have omitted it. One that was never shown is not omitted. */
        private int omitted = 2;

        Box(String uuid, @Nullable String tag, boolean foreign, long listedFrom) {
            this.uuid = uuid;
            this.tag = tag;
            this.foreign = foreign;
            this.listedFrom = listedFrom;
        }

        boolean exists() {
            return goneAt == Long.MAX_VALUE;
        }
    }

    /** A request whose response has not arrived yet. */
    private record Pending(
            Program program, String nonce, @Nullable Box made, int outcome) {}

    private final AccountUse use;
    private final Map<String, LeaseRecord> journal = new LinkedHashMap<>();
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final List<Program> programs = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private final Set<String> kept = new HashSet<>();
    private final List<String> steps = new ArrayList<>();
    private long seconds;
    private int wrongDates;
    private int nonces;
    private int starts;
    private long lists;

    LedgerWorld(AccountUse use) {
        this.use = use;
        for (int i = 0; i < (use == AccountUse.SOLE_USER ? 1 : PROGRAMS); i++) {
            programs.add(new Program());
        }
    }

    long lists() {
        return lists;
    }

    private Moment now() {
        long wrong = wrongDates > 0 ? Duration.ofHours(8).toSeconds() : 0;
        return new Moment(
                LedgerScenario.START.plusSeconds(seconds + wrong), Duration.ofSeconds(seconds), wrongDates == 0);
    }

    /** One {@link Leases}: what its shell does. */
    private final class Program implements Ledger.Store {

        private final String holder = "start-" + ++starts;
        private final Ledger ledger;
        private boolean alive = true;

        Program() {
            Limits limits = new Limits(MOST_OPEN, null, null, Duration.ZERO);
            var settings = new Ledger.Settings(new Declaration(use, WINDOW), WINDOW, limits, true);
            ledger = new Ledger(holder, settings, this, () -> "%08x".formatted(++nonces), new Sightings());
        }

        @Override
        public void require(LeaseRecord changed) {
            journal.put(changed.nonce(), changed);
        }

        @Override
        public void record(LeaseRecord changed) {
            journal.put(changed.nonce(), changed);
        }

        private void load() {
            journal.values().forEach(record -> ledger.load(record, now()));
        }

        void rent(String tag, int outcome) {
            load();
            try {
                LeaseRecord planned = ledger.plan(LedgerScenario.plan(tag), now());
                look(1);
                send(planned, outcome);
            } catch (TagInUseException inUse) {
                steps.add("tag " + tag + " is in use");
            }
        }

        private void send(LeaseRecord planned, int outcome) {
            load();
            try {
                ledger.sending(planned.nonce(), LedgerScenario.POD, PRICE, now());
            } catch (SpendingLimitException limited) {
                ledger.failed(planned.nonce(), now());
                return;
            }
            boolean creates = outcome % 4 != 3;
            Box made = creates ? create(planned.tag(), false, outcome) : null;
            pending.add(new Pending(this, planned.nonce(), made, outcome));
        }

        /** The response to a create request: it names the instance, is lost, or is a rejection. */
        void respond(Pending request) {
            LeaseRecord sent = ledger.get(request.nonce());
            if (!ledger.isMine(sent) || sent.state() != LeaseState.CREATING) {
                return;
            }
            load();
            Box made = request.made();
            if (made != null && request.outcome() % 3 != 0) {
                LeaseRecord booting = ledger.created(request.nonce(), made.uuid, now());
                title(booting);
            } else if (made == null && request.outcome() % 3 != 0) {
                ledger.rejected(request.nonce());
                ledger.failed(request.nonce(), now());
            } else {
                ledger.lost(request.nonce());
            }
        }

        private void title(LeaseRecord booting) {
            Box box = booting.instanceUuid() == null ? null : boxes.get(booting.instanceUuid());
            if (box != null && box.exists()) {
                box.title = holder + "." + booting.nonce() + ": lease";
            }
        }

        /** Reads a list, and carries the decisions out. */
        void look(int n) {
            load();
            ledger.left(holder -> programs.stream().anyMatch(other -> other.alive && other.holder.equals(holder)))
                    .forEach(left -> ledger.takeOver(left.nonce(), now()));
            ledger.observe(list(n), now()).forEach(decision -> carryOut(decision, n));
            for (LeaseRecord record : ledger.mine()) {
                switch (record.state()) {
                    case ENDING -> destroy(record, n);
                    case LOST -> destroy(ledger.ending(record.nonce()), n);
                    case BOOTING -> ledger.running(record.nonce(), timer(), now());
                    default -> {}
                }
            }
        }

        private Timer timer() {
            return new Timer(now().now().plus(LedgerScenario.HOUR.multipliedBy(1000)), null);
        }

        private void carryOut(Decision decision, int n) {
            LeaseRecord record = decision.record();
            Instance found = decision.instance();
            switch (decision.kind()) {
                case NAME -> {
                    named.add(Objects.requireNonNull(found).instanceUuid());
                    // The search ends, and its exception names the candidates.
                    if (ledger.get(record.nonce()).state() == LeaseState.IN_DOUBT && n % 3 == 0) {
                        ledger.report(record.nonce());
                    }
                }
                case OURS -> title(record);
                case ABSENT -> {
                    if (record.state() == LeaseState.IN_DOUBT && !record.isAbandoned()) {
                        goOnOrReport(record, n);
                    }
                }
                case DESTROY, UNDECIDED, LEFT, LOST -> {}
            }
        }

        private void goOnOrReport(LeaseRecord lost, int n) {
            if (lost.isLeft() || n % 5 == 4) {
                ledger.abandon(lost.nonce());
            } else if (ledger.mayGoOn(lost, now())) {
                send(ledger.goOn(lost.nonce(), now()), n);
            } else {
                ledger.report(lost.nonce());
            }
        }

        private void destroy(LeaseRecord record, int n) {
            Box box = Objects.requireNonNull(boxes.get(record.instanceUuid()), "the instance of a record");
            assertThat(box.foreign)
                    .as("an instance of others is destroyed: %s", box.uuid)
                    .isFalse();
            assertThat(kept).as("a kept instance is destroyed").doesNotContain(box.uuid);
            boolean rejected = !box.exists() || n % 4 == 0;
            boolean lost = n % 4 == 1;
            if (!rejected && (!lost || n % 8 == 1)) {
                box.goneAt = seconds;
                box.listedUntil = seconds + n % LAG;
            }
            DestroyResponse response =
                    lost ? DestroyResponse.LOST : rejected ? DestroyResponse.REJECTED : DestroyResponse.ACCEPTED;
            ledger.destroyed(record.nonce(), response, now());
        }

        void end(int n) {
            some(LeaseState.RUNNING, n).ifPresent(record -> destroy(ledger.ending(record.nonce()), n));
        }

        void keep(int n) {
            some(LeaseState.RUNNING, n).ifPresent(record -> {
                ledger.keep(record.nonce());
                kept.add(Objects.requireNonNull(record.instanceUuid()));
            });
        }

        private Optional<LeaseRecord> some(LeaseState state, int n) {
            load();
            List<LeaseRecord> all = ledger.mine().stream()
                    .filter(record -> record.state() == state)
                    .toList();
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(n % all.size()));
        }

        void die(boolean inOrder) {
            if (inOrder) {
                load();
                LedgerScenario.handOver(ledger).forEach(given -> journal.put(given.nonce(), given));
            }
            alive = false;
        }
    }

    // Steps.

    void rent(int n) {
        steps.add("rent " + n);
        program(n).rent("tag-" + n % 5, n / 7);
    }

    void respond(int n) {
        steps.add("respond " + n);
        if (!pending.isEmpty()) {
            Pending request = pending.remove(n % pending.size());
            if (request.program().alive) {
                request.program().respond(request);
            }
        }
    }

    void look(int n) {
        steps.add("look " + n);
        program(n).look(n / 7);
    }

    void end(int n) {
        steps.add("end " + n);
        program(n).end(n / 7);
    }

    void keep(int n) {
        steps.add("keep " + n);
        program(n).keep(n / 7);
    }

    void restart(int n) {
        steps.add("restart " + n);
        Program ended = program(n);
        ended.die(n % 2 == 0);
        programs.set(programs.indexOf(ended), new Program());
    }

    void shutDown(int n) {
        steps.add("shut down " + n);
        List<Box> all = List.copyOf(boxes.values());
        if (!all.isEmpty()) {
            all.get(n % all.size()).stopped = true;
        }
    }

    /** Another program creates an instance, as the use of the account allows it. */
    void createForeign(int n) {
        steps.add("foreign " + n);
        if (use != AccountUse.SOLE_USER) {
            Box box = create(null, true, n);
            box.title = use == AccountUse.OWNER_TITLES
                    ? "other.%08x: lease".formatted(-n - 1)
                    : n % 2 == 0 ? "" : "mine, hands off";
        }
    }

    void wrongDate() {
        steps.add("wrong date");
        wrongDates = 2;
    }

    void pass(long time) {
        steps.add("pass " + time);
        seconds += time;
        wrongDates = Math.max(0, wrongDates - 1);
    }

    private Program program(int n) {
        return programs.get(n % programs.size());
    }

    private Box create(@Nullable String tag, boolean foreign, int n) {
        Box box = new Box("instance-" + (boxes.size() + 1), tag, foreign, seconds + n % LAG);
        boxes.put(box.uuid, box);
        return box;
    }

    private Listing<Instance> list(int n) {
        lists++;
        boolean complete = n % 9 != 8;
        List<Instance> listed = new ArrayList<>();
        int i = 0;
        for (Box box : boxes.values()) {
            boolean shown = box.listedFrom <= seconds && (box.exists() || seconds < box.listedUntil);
            boolean omits = shown && box.omitted < 2 && (n + i++) % 11 == 10;
            box.omitted = omits ? box.omitted + 1 : shown ? 0 : box.omitted;
            boolean unread = !complete && (n + i) % 2 == 0;
            if (shown && !omits && !unread) {
                listed.add(LedgerScenario.instance(
                        box.uuid, box.title, "gpu", box.stopped ? InstanceStatus.SHUT_DOWN : InstanceStatus.RUNNING));
            }
        }
        return Listing.of(listed, List.of(), complete);
    }

    // The invariants.

    void check() {
        List<Box> ours = boxes.values().stream()
                .filter(box -> !box.foreign && box.exists())
                .toList();
        assertThat(ours).as("limit, after %s", steps).hasSizeLessThanOrEqualTo(MOST_OPEN);
        List<String> tags = ours.stream()
                .filter(box -> !kept.contains(box.uuid))
                .map(box -> box.tag)
                .toList();
        // The only user may give an instance to another rental than the one that has requested it.
        if (use == AccountUse.SOLE_USER) {
            return;
        }
        assertThat(tags).as("tags, after %s", steps).doesNotHaveDuplicates();
    }

    /** All programs end, and the last one reads lists for hours. */
    void checkTheEnd() {
        List.copyOf(programs).forEach(program -> program.die(false));
        pending.clear();
        Program last = new Program();
        programs.add(last);
        for (int i = 0; i < 12; i++) {
            pass(i < 6 ? LAG / 2 + 1 : Duration.ofMinutes(20).toSeconds());
            last.look(2);
            last.load();
            last.ledger.mine().stream()
                    .filter(record -> record.state() == LeaseState.RUNNING)
                    .forEach(record -> last.destroy(last.ledger.ending(record.nonce()), 2));
        }
        assertThat(boxes.values().stream()
                        .filter(box -> !box.foreign && box.exists())
                        .map(box -> box.uuid)
                        .filter(uuid -> !kept.contains(uuid) && !named.contains(uuid)))
                .as("orphans, after %s", steps)
                .isEmpty();
    }
}
