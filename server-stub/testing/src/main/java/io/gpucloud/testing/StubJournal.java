package io.gpucloud.testing;

import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests that were sent with the API key of one account. */
public final class StubJournal {

    static final int MOST = 10_000;

    private final StubAccount account;

    StubJournal(StubAccount account) {
        this.account = account;
    }

    /**
     * Returns all requests of the account. A stub keeps the last 10,000 of each account; {@code stub.limits.journal}
     * changes the number.
     *
     * @return requests, oldest first
     */
    public List<StubRequest> requests() {
        return find("limit=" + MOST);
    }

    /**
     * Returns the requests of one operation.
     *
     * @param operationId its operationId
     * @return requests, oldest first
     * @throws IllegalArgumentException if there is no such operation
     */
    public List<StubRequest> requests(String operationId) {
        return find("limit=" + MOST + "&operation=" + AdminApi.encode(operationId));
    }

    /**
     * Waits until an operation has been requested.
     *
     * @param operationId its operationId
     * @param timeout maximum wait in real time, up to 30 seconds
     * @return the latest request
     * @throws AssertionError if it was not requested in time
     * @throws IllegalArgumentException if there is no such operation
     */
    public StubRequest awaitRequest(String operationId, Duration timeout) {
        return awaitRequests(operationId, 1, timeout).get(0);
    }

    /**
     * Waits until an operation has been requested a number of times.
     *
     * @param operationId its operationId
     * @param count number of requests
     * @param timeout maximum wait in real time, up to 30 seconds
     * @return requests, newest first
     * @throws AssertionError if it was requested less often
     * @throws IllegalArgumentException if there is no such operation
     */
    public List<StubRequest> awaitRequests(String operationId, int count, Duration timeout) {
        List<StubRequest> found = new ArrayList<>(find("operation=" + AdminApi.encode(operationId) + "&count=" + count
                + "&limit=" + count + "&wait_ms=" + timeout.toMillis()));
        if (found.size() < count) {
            throw new AssertionError(operationId + " was requested " + found.size() + " times within "
                    + timeout.toMillis() + " ms, not " + count + " times");
        }
        Collections.reverse(found);
        return found;
    }

    /** Removes the requests of this account from the journal. */
    public void clear() {
        account.admin().delete("/requests?api_key=" + AdminApi.encode(account.apiKey()));
    }

    private List<StubRequest> find(String query) {
        JsonObject found = account.admin().get("/requests?api_key=" + AdminApi.encode(account.apiKey()) + "&" + query);
        List<StubRequest> requests = new ArrayList<>();
        found.get("requests").asArray().forEach(request -> requests.add(0, read(request.asObject())));
        return requests;
    }

    private static StubRequest read(JsonObject request) {
        Map<String, String> headers = new HashMap<>();
        request.get("headers")
                .asObject()
                .forEach(header ->
                        headers.put(header.getName(), header.getValue().asString()));
        JsonValue code = request.get("code");
        return new StubRequest(
                Instant.ofEpochSecond(request.getLong("time", 0)),
                request.getString("operation", ""),
                request.getString("method", ""),
                request.getString("path", ""),
                request.getString("query", ""),
                Map.copyOf(headers),
                request.getString("body", ""),
                request.getInt("status", 0),
                code == null ? null : code.asInt(),
                request.getString("effect", ""),
                request.getBoolean("carried_out", false));
    }
}
