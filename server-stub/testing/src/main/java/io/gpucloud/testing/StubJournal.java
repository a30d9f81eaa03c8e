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
import java.util.concurrent.CancellationException;

/** Requests that were sent with the API key of one account. */
public final class StubJournal {

    static final int MOST = 10_000;

    private final StubAccount account;

    StubJournal(StubAccount account) {
        this.account = account;
    }

    /**
     * Returns all requests of the account. The stub keeps the newest 10,000 of each account;
     * {@code stub.limits.journal} changes the number.
     *
     * @return requests, oldest first
     * @throws IllegalStateException if the journal has lost requests of the account, because a number of requests would
     *     be wrong
     */
    public List<StubRequest> requests() {
        return find(MOST, "").complete();
    }

    /**
     * Returns the requests of one operation.
     *
     * @param operationId its operationId
     * @return requests, oldest first
     * @throws IllegalArgumentException if there is no such operation
     * @throws IllegalStateException if the journal has lost requests of the account
     */
    public List<StubRequest> requests(String operationId) {
        return find(MOST, "&operation=" + AdminApi.encode(operationId)).complete();
    }

    /**
     * Waits until an operation has been requested.
     *
     * @param operationId its operationId
     * @param timeout maximum wait in real time, up to 30 seconds
     * @return the latest request
     * @throws AssertionError if it was not requested in time
     * @throws CancellationException if the thread is interrupted
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
     * @throws CancellationException if the thread is interrupted
     * @throws IllegalArgumentException if there is no such operation
     */
    public List<StubRequest> awaitRequests(String operationId, int count, Duration timeout) {
        String filters = "&operation=" + AdminApi.encode(operationId) + "&count=" + count;
        Found found = found(account.admin().await(path(count, filters + "&wait_ms=" + timeout.toMillis())));
        List<StubRequest> newest = new ArrayList<>(found.requests());
        Collections.reverse(newest);
        if (newest.size() < count) {
            throw new AssertionError(operationId + " was requested " + newest.size() + " times within "
                    + timeout.toMillis() + " ms, not " + count + " times" + found.loss());
        }
        return newest;
    }

    /** Removes the requests of this account from the journal. */
    public void clear() {
        account.admin().delete("/requests?api_key=" + AdminApi.encode(account.apiKey()));
    }

    /** The requests of the journal, also if others have been lost. */
    Found find(int limit, String filters) {
        return found(account.admin().get(path(limit, filters)));
    }

    private String path(int limit, String filters) {
        return "/requests?api_key=" + AdminApi.encode(account.apiKey()) + "&limit=" + limit + filters;
    }

    private static Found found(JsonObject found) {
        List<StubRequest> requests = new ArrayList<>();
        found.get("requests").asArray().forEach(request -> requests.add(0, read(request.asObject())));
        return new Found(requests, found.getLong("dropped", 0) + found.getInt("total", 0) - requests.size());
    }

    /** @param lost number of requests of the account that are missing */
    record Found(List<StubRequest> requests, long lost) {

        List<StubRequest> complete() {
            if (lost > 0) {
                throw new IllegalStateException("Which requests there were is not known" + loss());
            }
            return requests;
        }

        String loss() {
            return lost == 0
                    ? ""
                    : ": the journal lacks " + lost
                            + " requests of this account. Start the stub with a larger stub.limits.journal.";
        }
    }

    private static StubRequest read(JsonObject request) {
        Map<String, String> headers = new HashMap<>();
        for (JsonObject.Member header : request.get("headers").asObject()) {
            headers.put(header.getName(), header.getValue().asString());
        }
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
