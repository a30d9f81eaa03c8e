package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.admin.api.JournalApi;
import io.gpucloud.stub.admin.wire.RecordedRequest;
import io.gpucloud.stub.admin.wire.RequestList;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.OperationIds;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class JournalController implements JournalApi {

    private static final int DEFAULT_LIMIT = 100;

    private final Journal journal;
    private final OperationIds operations;

    JournalController(Journal journal, OperationIds operations) {
        this.journal = journal;
        this.operations = operations;
    }

    @Override
    public RequestList listRequests(ListRequestsQuery query) {
        KnownOperations.require(operations, query.operation());
        Journal.Found found = journal.find(
                new Journal.Filter(query.operation(), query.apiKey(), query.status()),
                requireNonNullElse(query.limit(), DEFAULT_LIMIT),
                requireNonNullElse(query.count(), 1),
                requireNonNullElse(query.waitMs(), 0));
        return new RequestList(
                found.entries().stream().map(JournalController::wire).toList(), found.total());
    }

    @Override
    public void deleteRequests() {
        journal.clear();
    }

    private static RecordedRequest wire(Journal.Entry entry) {
        Journal.Request request = entry.request();
        return new RecordedRequest(
                entry.sequence(),
                request.time(),
                request.operation(),
                request.method(),
                request.path(),
                request.query(),
                request.apiKey() == null ? null : Keys.mask(request.apiKey()),
                request.headers(),
                request.body(),
                request.status(),
                request.code(),
                request.durationMillis(),
                request.fault());
    }
}
