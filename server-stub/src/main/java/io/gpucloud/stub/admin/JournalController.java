package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.admin.contract.JournalApi;
import io.gpucloud.stub.admin.model.RecordedRequest;
import io.gpucloud.stub.admin.model.RequestList;
import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.journal.FoundEntries;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.JournaledRequest;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lists, exports and deletes the requests of the journal. */
@RestController
final class JournalController implements JournalApi {

    private static final int DEFAULT_LIMIT = 100;
    /** Half of the threads that serve requests by default. */
    private static final int MOST_WAITING = 100;

    private final RequestJournal journal;
    private final OperationIds operations;
    private final Revisions revisions;
    private final JsonMapper json;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);

    JournalController(RequestJournal journal, OperationIds operations, Revisions revisions, JsonMapper json) {
        this.journal = journal;
        this.operations = operations;
        this.revisions = revisions;
        this.json = json;
    }

    @Override
    public RequestList listRequests(ListRequestsQuery query) {
        JournalFilter filter = filter(query);
        FoundEntries found = find(filter, query);
        return revisions.sendIfNewer(new RequestList(
                found.entries().stream().map(JournalController::toJson).toList(), found.total(), found.dropped()));
    }

    /** Each caller that waits holds a thread. */
    private FoundEntries find(JournalFilter filter, ListRequestsQuery query) {
        int limit = requireNonNullElse(query.limit(), DEFAULT_LIMIT);
        int wait = requireNonNullElse(query.waitMs(), 0);
        if (wait == 0) {
            return journal.find(filter, limit);
        }
        if (!waiting.tryAcquire()) {
            throw new ProblemException(
                    HttpStatus.TOO_MANY_REQUESTS, "too many callers wait for the journal; call without wait_ms");
        }
        try {
            return journal.find(filter, limit, requireNonNullElse(query.count(), 1), wait);
        } finally {
            waiting.release();
        }
    }

    @Override
    public JsonNode exportRequestsAsHar(ExportRequestsAsHarQuery query) {
        JournalFilter filter = filter(query);
        int limit = requireNonNullElse(query.limit(), DEFAULT_LIMIT);
        List<JournalEntry> entries = new ArrayList<>(journal.find(filter, limit).entries());
        Collections.reverse(entries);
        return HarExport.archive(entries);
    }

    @Override
    public void deleteRequests(DeleteRequestsQuery query) {
        journal.clear(filter(query));
    }

    /** The generated query types have no common type, but the names of a filter. */
    private JournalFilter filter(Record query) {
        JournalFilter filter = json.convertValue(query, JournalFilter.class);
        operations.require(filter.operation());
        return filter;
    }

    private static RecordedRequest toJson(JournalEntry entry) {
        JournaledRequest request = entry.request();
        return new RecordedRequest(
                entry.id(),
                entry.sequence(),
                request.time(),
                entry.machineMillis() / 1_000,
                request.accountTime(),
                request.operation(),
                request.method(),
                request.path(),
                request.query(),
                request.apiKey() == null ? null : KeyForm.mask(request.apiKey()),
                request.headers(),
                request.body().text(),
                request.body().truncated(),
                request.status(),
                request.code(),
                request.durationMillis(),
                request.faults(),
                request.effect() == null ? null : FaultMapper.effect(request.effect()),
                request.carriedOut(),
                request.responseHeaders(),
                request.responseBody().text(),
                request.responseBody().truncated(),
                request.unsentBody().text(),
                request.hint());
    }
}
