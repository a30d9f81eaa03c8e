package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.model.RecordedRequest;
import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournaledRequest;

/** Maps entries of the journal to JSON. */
final class JournalMapper {

    private JournalMapper() {}

    static RecordedRequest toJson(JournalEntry entry) {
        JournaledRequest request = entry.request();
        return new RecordedRequest(
                entry.id(),
                entry.sequence(),
                request.time(),
                entry.machineMillis() / 1_000,
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
