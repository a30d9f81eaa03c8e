package io.gpucloud.client.lease;

import static io.gpucloud.client.lease.Ownership.Claim.DESTROY;
import static io.gpucloud.client.lease.Ownership.Claim.NAMED;
import static io.gpucloud.client.lease.Ownership.Claim.NEVER;
import static io.gpucloud.client.lease.Ownership.Claim.OURS;
import static io.gpucloud.client.lease.Ownership.Claim.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.Ownership.Claim;
import io.gpucloud.client.lease.Ownership.Row;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Goes through the table of {@link Ownership} line by line: evidence about one instance, and its three claims. */
class OwnershipTableTest {

    private static final String NONCE = "01234567";
    private static final String MINE = "one." + NONCE + ": lease";
    private static final String OTHER = "two.89abcdef: lease";
    private static final String BY_HAND = "do not touch";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(7);

    private record Line(
            Row row, String evidence, Consumer<Facts> facts, Claim shared, Claim ownerTitles, Claim soleUser) {

        Claim claim(AccountUse use) {
            return switch (use) {
                case SHARED -> shared;
                case OWNER_TITLES -> ownerTitles;
                case SOLE_USER -> soleUser;
            };
        }

        @Override
        public String toString() {
            return row + ": " + evidence;
        }
    }

    static Stream<Line> table() {
        return Stream.of(
                line(Row.OF_ANOTHER, "another nonce", it -> it.title(OTHER), NEVER, NEVER, NEVER),
                line(Row.OF_ANOTHER, "listed before", Facts::wasListedBefore, NEVER, NEVER, NEVER),
                line(Row.OF_ANOTHER, "has a lease", it -> it.has(LeaseState.RUNNING), NEVER, NEVER, NEVER),
                line(Row.OF_ANOTHER, "was kept", it -> it.has(LeaseState.KEPT), NEVER, NEVER, NEVER),
                line(Row.OF_ANOTHER, "had a lease", it -> it.has(LeaseState.ENDED), NEVER, NEVER, NEVER),
                line(Row.REPORTED_RECENT, "reported", Facts::isReported, NAMED, UNDECIDED, NAMED),
                line(Row.REPORTED, "reported, 7 minutes", it -> it.after(LONG).isReported(), NAMED, NAMED, NAMED),
                line(Row.REPORTED, "reported, own nonce", it -> it.title(MINE).isReported(), NAMED, NAMED, NAMED),
                line(Row.PROVEN_ABANDONED, "own nonce", it -> it.title(MINE).isAbandoned(), DESTROY, DESTROY, DESTROY),
                line(Row.PROVEN, "own nonce", it -> it.title(MINE), OURS, OURS, OURS),
                line(
                        Row.PROVEN,
                        "own nonce, after a crash",
                        it -> it.title(MINE).isLeft(),
                        OURS,
                        OURS,
                        OURS),
                line(Row.PROVEN, "own nonce, listed late", it -> it.title(MINE).isLate(), OURS, OURS, OURS),
                line(Row.LATER, "a list after an hour lacked it", Facts::isLate, NEVER, NEVER, NEVER),
                line(Row.TITLED_LEFT, "title by hand", it -> it.title(BY_HAND).isLeft(), NAMED, NEVER, NAMED),
                line(Row.TITLED, "title by hand", it -> it.title(BY_HAND), NAMED, NEVER, OURS),
                line(Row.EXPECTED, "no title", Facts::otherIsExpected, UNDECIDED, UNDECIDED, UNDECIDED),
                line(Row.UNTITLABLE, "no title", it -> it.after(LONG).rejectsTitles(), NAMED, NAMED, OURS),
                line(Row.RECENT, "no title for a minute", it -> it.after(MINUTE), NAMED, UNDECIDED, OURS),
                line(Row.OLDER, "no title", it -> it.after(LONG).listWasIncomplete(), NAMED, NAMED, NAMED),
                line(
                        Row.HIDDEN,
                        "no title, more may exist",
                        it -> it.after(LONG).listIsIncomplete(),
                        NAMED,
                        UNDECIDED,
                        UNDECIDED),
                line(
                        Row.OF_OTHER_ACCOUNT,
                        "no title",
                        it -> it.after(LONG).isOfUnknownAccount(),
                        NAMED,
                        DESTROY,
                        NAMED),
                line(
                        Row.DIFFERENT,
                        "another model, a minute",
                        it -> it.model("x").after(MINUTE),
                        NAMED,
                        UNDECIDED,
                        UNDECIDED),
                line(Row.NEW, "another model, 7 minutes", it -> it.model("x").after(LONG), NAMED, DESTROY, OURS),
                line(Row.TOO_MANY, "two candidates", it -> it.after(LONG).two(), NAMED, DESTROY, NAMED),
                line(
                        Row.TOO_MANY,
                        "other process in doubt",
                        it -> it.after(LONG).otherProcess(),
                        NAMED,
                        DESTROY,
                        NAMED),
                line(
                        Row.NEW,
                        "two candidates of two requests",
                        it -> it.after(LONG).two().twice(),
                        NAMED,
                        DESTROY,
                        OURS),
                line(Row.NEW_ABANDONED, "no title", it -> it.after(LONG).isAbandoned(), NAMED, DESTROY, DESTROY),
                line(Row.NEW, "no title", it -> it.after(LONG), NAMED, DESTROY, OURS),
                line(Row.NEW, "no list for 2 hours", Facts::after2Hours, NAMED, DESTROY, OURS),
                line(Row.NEW, "no title, after a crash", it -> it.after(LONG).isLeft(), NAMED, DESTROY, OURS));
    }

    private static Line line(Row row, String evidence, Consumer<Facts> facts, Claim... claims) {
        return new Line(row, evidence, facts, claims[0], claims[1], claims[2]);
    }

    @Test
    void standsInTheDocuments() throws IOException {
        Map<Claim, String> words = Map.of(
                NEVER,
                "not ours",
                Claim.NEXT_ROW,
                "next row",
                UNDECIDED,
                "undecided",
                NAMED,
                "named",
                OURS,
                "ours",
                DESTROY,
                "destroyed");
        List<String> rows = Stream.of(Row.values())
                .map(row -> Stream.of(AccountUse.values())
                        .map(use -> " " + words.get(row.claim(use)) + " ")
                        .collect(Collectors.joining("|", "|", "|")))
                .toList();

        List<String> documented = Files.readAllLines(Path.of("../docs/project/architecture.md")).stream()
                .dropWhile(line -> !line.startsWith("| evidence | `SHARED` | `OWNER_TITLES` | `SOLE_USER` |"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> line.substring(line.indexOf('|', 1)))
                .toList();

        assertThat(documented).isEqualTo(rows);
    }

    @ParameterizedTest
    @MethodSource("table")
    void theFirstRowThatFitsDecides(Line line) {
        Set<Row> deciding = EnumSet.noneOf(Row.class);
        for (AccountUse use : AccountUse.values()) {
            Facts facts = new Facts(use);
            line.facts().accept(facts);
            Ownership ownership = facts.ownership();

            deciding.add(ownership.row(facts.sent, facts.found()));
            assertThat(ownership.claim(facts.sent, facts.found())).as("%s", use).isEqualTo(line.claim(use));
        }
        assertThat(deciding).contains(line.row());
    }

    @Test
    void eachRowHasALine() {
        assertThat(table().map(Line::row).collect(Collectors.toCollection(() -> EnumSet.noneOf(Row.class))))
                .isEqualTo(EnumSet.allOf(Row.class));
    }

    /** Otherwise the process with the weaker declaration would destroy what another one shares. */
    @Test
    void theStrictestDeclarationOfAllProcessesHolds() {
        Facts facts = new Facts(AccountUse.SOLE_USER);
        Declaration shared = new Declaration(AccountUse.SHARED, Duration.ofMinutes(1));
        facts.records.add(LedgerScenario.record("89abcdef", "two", shared, LeaseState.RUNNING, "instance-2"));

        assertThat(facts.ownership().declared()).isEqualTo(new Declaration(AccountUse.SHARED, LedgerScenario.WINDOW));
    }

    /** A request without an outcome, sent after a complete list, and the instance {@code x} that is listed now. */
    private static final class Facts {

        private final List<LeaseRecord> records = new ArrayList<>();
        private final Sightings sightings = new Sightings();
        private final List<String> listed = new ArrayList<>(List.of("x"));
        private final Declaration declaration;
        private LeaseRecord sent;
        private String title = "";
        private String model = "gpu";
        private Duration first = Duration.ofSeconds(10);
        private Duration now = Duration.ofSeconds(10);
        private boolean titlesRejected;
        private boolean complete = true;

        Facts(AccountUse use) {
            declaration = new Declaration(use, LedgerScenario.WINDOW);
            sent = LedgerScenario.record(NONCE, "one", declaration, LeaseState.IN_DOUBT, null);
            list(Duration.ZERO, List.of());
        }

        private void other(String holder, LeaseState state, @Nullable String instanceUuid) {
            records.add(LedgerScenario.record("89abcdef", holder, declaration, state, instanceUuid));
        }

        private Facts request(Set<String> before, boolean complete, boolean abandoned) {
            sent = sent.with(new Request(LedgerScenario.POD, LedgerScenario.START, before, complete, abandoned, false));
            return this;
        }

        Facts title(String title) {
            this.title = title;
            return this;
        }

        Facts model(String model) {
            this.model = model;
            return this;
        }

        Facts after(Duration time) {
            now = first.plus(time);
            return this;
        }

        void wasListedBefore() {
            request(Set.of("x"), true, false);
        }

        void has(LeaseState state) {
            other("two", state, "x");
        }

        void isReported() {
            sent = sent.to(LeaseState.UNKNOWN);
        }

        void isAbandoned() {
            request(Set.of(), true, true);
        }

        void listWasIncomplete() {
            request(Set.of(), false, false);
        }

        void listIsIncomplete() {
            complete = false;
        }

        void isLate() {
            list(Duration.ofMinutes(61), List.of());
            after2Hours();
        }

        void after2Hours() {
            first = Duration.ofHours(2);
            after(LONG);
        }

        /** The process that sent the request has ended. The account has listed one of its instances. */
        void isLeft() {
            isOfUnknownAccount();
            sightings.listedCreator("ended");
        }

        void isOfUnknownAccount() {
            sent = LedgerScenario.record(NONCE, "ended", declaration, LeaseState.IN_DOUBT, null)
                    .heldBy("one");
        }

        void otherIsExpected() {
            other("one", LeaseState.CREATING, null);
        }

        void rejectsTitles() {
            titlesRejected = true;
        }

        Facts two() {
            listed.add("y");
            return this;
        }

        void twice() {
            other("one", LeaseState.IN_DOUBT, null);
        }

        void otherProcess() {
            other("two", LeaseState.IN_DOUBT, null);
        }

        Instance found() {
            return Objects.requireNonNull(sightings.listed("x"));
        }

        private void list(Duration at, List<String> instances) {
            sightings.see(
                    Listing.of(
                            instances.stream()
                                    .map(uuid -> LedgerScenario.instance(uuid, title, model))
                                    .toList(),
                            List.of(),
                            complete),
                    at);
        }

        Ownership ownership() {
            records.add(sent);
            records.forEach(record -> sightings.know(record.nonce(), Duration.ZERO));
            list(first, listed);
            list(now, listed);
            Moment moment = new Moment(LedgerScenario.START.plus(now), now, true);
            return new Ownership(records, sightings, "one", declaration, titlesRejected, moment);
        }
    }
}
