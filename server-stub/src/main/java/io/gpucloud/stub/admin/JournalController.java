package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.admin.contract.JournalApi;
import io.gpucloud.stub.admin.model.RecordedRequest;
import io.gpucloud.stub.admin.model.RequestList;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.journal.RequestJournal;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class JournalController implements JournalApi {

    private static final int DEFAULT_LIMIT = 100;

    private final RequestJournal journal;
    private final OperationIds operations;

    JournalController(RequestJournal journal, OperationIds operations) {
        this.journal = journal;
        this.operations = operations;
    }

    @Override
    public RequestList listRequests(ListRequestsQuery query) {
        KnownOperations.require(operations, query.operation());
        RequestJournal.Found found = journal.find(
                new RequestJournal.Filter(query.operation(), query.apiKey(), query.status()),
                requireNonNullElse(query.limit(), DEFAULT_LIMIT),
                requireNonNullElse(query.count(), 1),
                requireNonNullElse(query.waitMs(), 0));
        return new RequestList(
                found.entries().stream().map(JournalController::wire).toList(), found.total());
    }

    @Override
    public void deleteRequests(DeleteRequestsQuery query) {
        KnownOperations.require(operations, query.operation());
        journal.clear(new RequestJournal.Filter(query.operation(), query.apiKey(), null));
    }

    private static RecordedRequest wire(RequestJournal.Entry entry) {
        RequestJournal.Request request = entry.request();
        return new RecordedRequest(
                entry.sequence(),
                request.time(),
                request.operation(),
                request.method(),
                request.path(),
                request.query(),
                request.apiKey() == null ? null : ApiKeys.mask(request.apiKey()),
                request.headers(),
                request.body(),
                request.status(),
                request.code(),
                request.durationMillis(),
                request.faults());
    }
}
