package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.clock.Scheduler;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestJournalTest {

    private static final int LIMIT = 100;
    /** Enough for 8 requests with bodies of 48 KiB, not for 9. */
    private static final long BYTES = 850_000;

    private final RequestJournal journal = new RequestJournal(
            new InMemoryJournalStorage(LIMIT, BYTES, () -> 0), key -> key.startsWith("tenant-"), new Scheduler());

    private void send(int requests, @Nullable String key, String body) {
        IntStream.range(0, requests)
                .forEach(i -> journal.accept(
                        Requests.of("listGpus", "/api/open/v2/gpu/list", 0, key, new JournaledBody(body, false))));
    }

    private FoundEntries of(@Nullable String key) {
        return journal.find(JournalFilter.ofKey(key), Integer.MAX_VALUE);
    }

    private FoundEntries containing(String text) {
        return journal.find(
                new JournalFilter(null, null, "tenant-a", text, null, null, null, null, null), Integer.MAX_VALUE);
    }

    @Test
    void keepsTheRequestsOfAnAccountWhateverOtherAccountsSend() {
        send(3, "tenant-a", "");
        send(LIMIT + 5, "tenant-b", "");
        send(LIMIT + 7, null, "");

        assertThat(of("tenant-a").entries()).hasSize(3);
        assertThat(of("tenant-a").dropped()).isZero();
        assertThat(of("tenant-b").entries()).hasSize(LIMIT);
        assertThat(of("tenant-b").dropped()).isEqualTo(5);
        assertThat(of(null).total()).isEqualTo(3 + 2 * LIMIT);
        assertThat(of(null).dropped()).isEqualTo(5 + 7);
    }

    @Test
    void keepsTheRequestsOfAllUnknownKeysTogether() {
        IntStream.rangeClosed(1, LIMIT + 2).forEach(i -> send(1, "unknown-" + i, ""));

        assertThat(of(null).total()).isEqualTo(LIMIT);
        assertThat(of("unknown-1").total()).isZero();
        assertThat(of("unknown-1").dropped()).isEqualTo(2);
        assertThat(of("unknown-3").total()).isOne();
    }

    @Test
    void takesTheMemoryFromTheLargestAccount() {
        String large = "x".repeat(48 * 1024);
        send(2, "tenant-a", large);
        send(20, "tenant-b", large);
        send(2, "tenant-c", large);

        assertThat(of("tenant-a").dropped()).isZero();
        assertThat(of("tenant-c").dropped()).isZero();
        assertThat(of("tenant-b").total()).isBetween(2, 4);
        assertThat(of("tenant-b").dropped())
                .isEqualTo(20 - of("tenant-b").total())
                .isEqualTo(of(null).dropped());
    }

    @Test
    void countsDroppedRequestsAnewWhenTheRequestsOfAnAccountAreDeleted() {
        send(LIMIT + 1, "tenant-a", "");
        send(LIMIT + 1, "tenant-b", "");

        journal.clear(JournalFilter.ofKey("tenant-a"));

        assertThat(of("tenant-a")).isEqualTo(new FoundEntries(List.of(), 0, 0));
        assertThat(of("tenant-b").total()).isEqualTo(LIMIT);
        assertThat(of(null).dropped()).isEqualTo(1);
        journal.clear(JournalFilter.ALL);
        assertThat(of(null)).isEqualTo(new FoundEntries(List.of(), 0, 0));
    }

    @Test
    void countsEveryRequestAsDroppedIfTheJournalKeepsNone() {
        var none = new RequestJournal(new InMemoryJournalStorage(0, BYTES, () -> 0), key -> true, new Scheduler());
        none.accept(Requests.of("listGpus", "/api/open/v2/gpu/list", 0, "tenant-a", JournaledBody.NONE));

        assertThat(none.find(JournalFilter.ofKey("tenant-a"), 1)).isEqualTo(new FoundEntries(List.of(), 0, 1));
    }

    @Test
    void findsTextInAnyPartOfARequest() {
        send(2, "tenant-a", "{\"title\":\"Gro\u00df\"}");
        send(1, "tenant-b", "{\"title\":\"Gro\u00df\"}");

        for (String text : List.of("GRO\u00df", "GET /api/open", "listgpus", "fault-2", "page=1")) {
            assertThat(containing(text).total()).as(text).isEqualTo(2);
        }
        assertThat(containing("[").total()).isZero();
    }

    @Test
    void doesNotUseAnIdentifierAgain() {
        send(1, "tenant-a", "");
        journal.clear(JournalFilter.ALL);
        send(1, "tenant-a", "");

        assertThat(of(null).entries()).extracting(JournalEntry::id).containsExactly("request-2");
        assertThat(of(null).entries()).extracting(JournalEntry::sequence).containsExactly(1L);
    }
}
