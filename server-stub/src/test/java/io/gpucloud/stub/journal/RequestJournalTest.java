package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.clock.Scheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestJournalTest {

    private static final int MOST = 5_000;

    private final RequestJournal journal =
            new RequestJournal(new InMemoryJournalStorage(MOST, () -> 0), new Scheduler());

    private static JournaledRequest request(int bodies) {
        JournaledBody body = new JournaledBody("x".repeat(bodies), false);
        return Requests.of("listGpus", "/api/open/v2/gpu/list", 0, null, body);
    }

    private List<JournalEntry> all() {
        return journal.find(JournalFilter.ALL, MOST).entries();
    }

    @Test
    void dropsTheOldestRequestsBeyond32MebibytesOfBodies() {
        int body = 16 * 1024;
        int fitting = 32 * 1024 * 1024 / (2 * body);
        for (int i = 0; i < fitting + 3; i++) {
            journal.accept(request(body));
        }
        journal.accept(request(0));

        assertThat(all()).hasSize(fitting + 1);
        assertThat(all().get(fitting).id()).isEqualTo("request-4");
        journal.clear(JournalFilter.ALL);
        for (int i = 0; i < fitting; i++) {
            journal.accept(request(body));
        }
        assertThat(all()).hasSize(fitting);
    }

    @Test
    void doesNotUseAnIdentifierAgain() {
        journal.accept(request(0));
        journal.clear(JournalFilter.ALL);
        journal.accept(request(0));
        assertThat(all()).extracting(JournalEntry::id).containsExactly("request-2");
        assertThat(all()).extracting(JournalEntry::sequence).containsExactly(1L);
    }
}
