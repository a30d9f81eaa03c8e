package io.gpucloud.stub;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP client of a stub, for any path and any header. It validates every response of the public API and of
 * {@code /__admin} against the contract. It also validates requests, but only those that succeed, because tests send
 * invalid requests on purpose.
 *
 * @param apiKey the key, or null for none
 * @param checks selects the messages that are validated
 */
public record Caller(URI origin, @Nullable String apiKey, Checks checks) {

    /** The messages that are validated. */
    private enum Checks {
        /** All responses, and the requests that succeed. */
        EXCHANGES,
        /** All responses. */
        ANSWERS,
        /** None, because faults send responses that violate the contract. */
        NOTHING
    }

    private static final ContractCheck PUBLIC = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
    private static final ContractCheck ADMIN =
            ContractCheck.of("stub-admin-v1", Strictness.STRICT.admitting(401, 403, 404, 413, 415, 429, 500));

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String API = "/api/open/v2";

    private static final String JSON = "Content-Type: application/json";

    /** A response. */
    public record Answer(int status, Map<String, String> headers, String text) {

        public JsonNode json() {
            return JsonMapper.shared().readTree(text);
        }

        /** A member of the response by its JSON Pointer, such as {@code /data/status}. */
        public JsonNode at(String path) {
            return json().at(path);
        }

        /** A number of the response by its JSON Pointer. */
        public int intAt(String path) {
            return at(path).intValue();
        }

        /** A large number of the response by its JSON Pointer. */
        public long longAt(String path) {
            return at(path).longValue();
        }

        /** An amount of the response by its JSON Pointer. */
        public BigDecimal amountAt(String path) {
            return at(path).decimalValue();
        }

        /** A boolean of the response by its JSON Pointer. */
        public boolean booleanAt(String path) {
            return at(path).booleanValue();
        }

        /** A text of the response by its JSON Pointer. */
        public String textAt(String path) {
            return at(path).stringValue();
        }

        public int code() {
            return intAt("/code");
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    public Caller(URI origin, @Nullable String apiKey) {
        this(origin, apiKey, Checks.EXCHANGES);
    }

    public static Caller of(URI baseUrl, @Nullable String apiKey) {
        return new Caller(baseUrl.resolve("/"), apiKey);
    }

    /** The same caller without validation of requests, for requests that are invalid on purpose. */
    public Caller asStranger() {
        return new Caller(origin, apiKey, Checks.ANSWERS);
    }

    /** The same caller without validation, for responses that a fault changes. */
    public Caller unchecked() {
        return new Caller(origin, apiKey, Checks.NOTHING);
    }

    public Answer get(String operation) {
        return call("GET", API + operation, null);
    }

    public Answer post(String operation, String json) {
        return call("POST", API + operation, json, JSON);
    }

    /** Rents one GPU of a model. */
    public Answer create(String gpu) {
        return post(
                "/instance/create_by_pod",
                "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"" + gpu + "\",\"gpu_nums\":1}");
    }

    public Answer adminGet(String path) {
        return admin("GET", path, null);
    }

    public Answer adminDelete(String path) {
        return admin("DELETE", path, null);
    }

    public Answer admin(String method, String path, @Nullable String json) {
        return call(method, "/__admin" + path, json, JSON);
    }

    /**
     * Sends a request.
     *
     * @param headers lines such as {@code Accept: text/html}
     */
    public Answer call(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(origin.resolve(path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (apiKey != null && path.startsWith(API) && !isPublic(path)) {
            request.header("Authorization", "Bearer " + apiKey);
        }
        for (String header : headers) {
            int end = header.indexOf(':');
            request.setHeader(
                    header.substring(0, end), header.substring(end + 1).strip());
        }
        return send(request.build(), body);
    }

    private Answer send(HttpRequest request, @Nullable String body) {
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
            if (checks != Checks.NOTHING) {
                check(request, body, response);
            }
            return new Answer(response.statusCode(), headers, response.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopping);
        }
    }

    private void check(HttpRequest request, @Nullable String body, HttpResponse<String> response) {
        String path = request.uri().getRawPath();
        if (!path.startsWith(API) && !path.startsWith("/__admin")) {
            return;
        }
        Request sent = Request.of(request.method(), request.uri().getRawPath() + query(request.uri()))
                .headers(request.headers().map())
                .body(body == null ? "" : body);
        Response received = Response.of(response.statusCode())
                .headers(response.headers().map())
                .body(response.body());
        ContractCheck check = path.startsWith(API) ? PUBLIC : ADMIN;
        boolean known = response.statusCode() != 404 && response.statusCode() != 405;
        boolean succeeded = checks == Checks.EXCHANGES
                && response.statusCode() < 300
                && !response.body().contains("\"code\":-")
                && !response.body().startsWith("{\"code\":1");
        List<Finding> findings =
                succeeded ? check.exchange(sent, received) : known ? check.response(sent, received) : List.of();
        if (!findings.isEmpty()) {
            throw new AssertionError("not as the contract says: " + findings);
        }
    }

    private static boolean isPublic(String path) {
        return path.startsWith(API + "/pod/list") || path.startsWith(API + "/image/market/list");
    }

    private static String query(URI uri) {
        return uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    }
}
