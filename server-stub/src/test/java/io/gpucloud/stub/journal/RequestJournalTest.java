package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.clock.Scheduler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestJournalTest {

    private static final int MOST = 5_000;

    private final RequestJournal journal =
            new RequestJournal(new InMemoryJournalStorage(MOST, () -> 0), new Scheduler());

    private static JournaledRequest request(int bodies) {
        JournaledBody body = new JournaledBody("x".repeat(bodies), false);
        return new JournaledRequest(
                1,
                "listGpus",
                "GET",
                "/api/open/v2/gpu/list",
                null,
                null,
                Map.of(),
                body,
                200,
                0,
                7,
                List.of(),
                null,
                true,
                Map.of(),
                body,
                JournaledBody.NONE);
    }

    private List<JournalEntry> all() {
        return journal.find(JournalFilter.ALL, MOST).entries();
    }

    @Test
    void dropsTheOldestBodiesBeyond32MebibytesButKeepsTheRequests() {
        int body = 16 * 1024;
        int fitting = 32 * 1024 * 1024 / (2 * body);
        for (int i = 0; i < fitting + 3; i++) {
            journal.accept(request(body));
        }
        journal.accept(request(0));
        assertThat(all()).hasSize(fitting + 4);
        assertThat(all().stream().filter(entry -> entry.request().body().truncated()))
                .extracting(JournalEntry::id)
                .containsExactly("request-3", "request-2", "request-1");
        assertThat(all().get(fitting + 3).request().responseBody()).isEqualTo(JournaledBody.NOT_KEPT);
        assertThat(all().get(0).request().responseBody().truncated()).isFalse();
    }

    @Test
    void countsTheBodiesOfRequestsThatItHasForgottenNoMore() {
        for (int i = 0; i < 3 * MOST; i++) {
            journal.accept(request(2 * 1024));
        }
        assertThat(all())
                .hasSize(MOST)
                .noneMatch(entry -> entry.request().body().truncated());
        journal.clear();
        for (int i = 0; i < MOST; i++) {
            journal.accept(request(2 * 1024));
        }
        assertThat(all()).noneMatch(entry -> entry.request().body().truncated());
    }

    @Test
    void doesNotUseAnIdentifierAgain() {
        journal.accept(request(0));
        journal.clear();
        journal.accept(request(0));
        assertThat(all()).extracting(JournalEntry::id).containsExactly("request-2");
        assertThat(all()).extracting(JournalEntry::sequence).containsExactly(1L);
    }
}
