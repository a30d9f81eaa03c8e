package io.gpucloud.stub.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The requests made with the key of one test. */
public final class StubJournal {

    static final int MOST = 10_000;

    private final StubAccount account;

    StubJournal(StubAccount account) {
        this.account = account;
    }

    /**
     * All requests of the test so far. The stub keeps the last 10,000 of all tests; {@code stub.limits.journal} changes the
     * number.
     *
     * @return requests, oldest first
     */
    public List<StubRequest> requests() {
        return find("limit=" + MOST);
    }

    /**
     * The requests of one operation.
     *
     * @return requests, oldest first
     * @throws IllegalArgumentException if there is no such operation
     */
    public List<StubRequest> requests(String operationId) {
        return find("limit=" + MOST + "&operation=" + AdminCalls.encode(operationId));
    }

    /**
     * Waits until an operation has been requested.
     *
     * @param patience the longest wait in real time, up to 30 seconds
     * @throws AssertionError if it was not requested in time
     * @throws IllegalArgumentException if there is no such operation
     */
    public StubRequest awaitRequest(String operationId, Duration patience) {
        return awaitRequests(operationId, 1, patience).get(0);
    }

    /**
     * Waits until an operation has been requested a number of times.
     *
     * @param patience the longest wait in real time, up to 30 seconds
     * @return requests, newest first
     * @throws AssertionError if it was requested less often
     * @throws IllegalArgumentException if there is no such operation
     */
    public List<StubRequest> awaitRequests(String operationId, int count, Duration patience) {
        List<StubRequest> found = new ArrayList<>(find("operation=" + AdminCalls.encode(operationId) + "&count=" + count
                + "&limit=" + count + "&wait_ms=" + patience.toMillis()));
        if (found.size() < count) {
            throw new AssertionError(operationId + " was asked for " + found.size() + " times within "
                    + patience.toMillis() + " ms, not " + count + " times");
        }
        Collections.reverse(found);
        return found;
    }

    private List<StubRequest> find(String query) {
        JsonNode found = account.calls().get("/requests?api_key=" + AdminCalls.encode(account.apiKey()) + "&" + query);
        List<StubRequest> requests = new ArrayList<>();
        found.path("requests").forEach(request -> requests.add(0, read(request)));
        return requests;
    }

    private static StubRequest read(JsonNode request) {
        Map<String, String> headers = new HashMap<>();
        request.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().stringValue()));
        return new StubRequest(
                request.path("operation").asString(""),
                request.path("method").asString(),
                request.path("path").asString(),
                request.path("query").asString(""),
                Map.copyOf(headers),
                request.path("body").asString(""),
                request.path("status").intValue(),
                request.has("code") ? request.path("code").intValue() : null);
    }
}
