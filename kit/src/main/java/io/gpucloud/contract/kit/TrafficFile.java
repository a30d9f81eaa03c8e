package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.openapi.OpenApiOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Recorded traffic: a HAR file, as browsers and proxies write it. Only exchanges with operations of the API are read.
 * The values of headers, parameters and members that may be secrets are collected, so that no report contains them.
 *
 * @param exchanges the exchanges with operations of the API
 * @param others the number of the other exchanges in the file
 * @param profile records what the exchanges show, without what may be a secret in the file
 */
record TrafficFile(List<Recorded> exchanges, int others, StubProfile profile) {

    /** These describe how the body was transferred. The file contains the decoded body. */
    private static final Set<String> OF_TRANSFER = Set.of("content-encoding", "content-length", "transfer-encoding");

    /**
     * An exchange with an operation of the API.
     *
     * @param begun when the request was sent
     * @param response the response, null if the file does not have it
     */
    record Recorded(Call call, Instant begun, @Nullable ServiceResponse response) {}

    /** Reads a file. Throws if it cannot be read, or is no HAR file. */
    static TrafficFile read(Path file, Settings settings) {
        try {
            JsonNode entries =
                    JsonMapper.shared().readTree(Files.readAllBytes(file)).at("/log/entries");
            if (!entries.isArray()) {
                throw new IOException("it has no log.entries, so it is no HAR file");
            }
            StubProfile profile = new StubProfile(SecretRedactor.of(settings));
            List<Recorded> exchanges = entries.valueStream()
                    .flatMap(entry -> recorded(entry, settings, profile).stream())
                    .toList();
            return new TrafficFile(exchanges, entries.size() - exchanges.size(), profile);
        } catch (IOException | JacksonException unreadable) {
            // The message of a parser could repeat a part of the file.
            String reason = unreadable instanceof JacksonException ? "it is not JSON" : unreadable.getMessage();
            throw new UncheckedIOException("--traffic cannot be read: " + reason, new IOException(reason));
        }
    }

    /** Empty if the exchange is not with an operation of the API. */
    private static Optional<Recorded> recorded(JsonNode entry, Settings settings, StubProfile profile) {
        SecretRedactor secrets = profile.secrets();
        JsonNode request = entry.path("request");
        return call(request, settings.urlOfTraffic()).map(call -> {
            ServiceResponse response = response(call, entry.path("response"), settings, profile);
            secrets.addAll(request, String.valueOf(call.body()));
            secrets.addAll(entry.path("response"), response == null ? "" : response.text());
            return new Recorded(call, begun(entry), response);
        });
    }

    private static Optional<Call> call(JsonNode request, @Nullable URI base) {
        String method = request.path("method").asString("");
        String url = request.path("url").asString("").replaceFirst("#.*", "");
        String[] parts = url.split("\\?", 2);
        return ApiDocuments.OBSERVED_API.operations().stream()
                .filter(known -> known.method().equals(method) && isAddress(parts[0], known.path(), base))
                .findFirst()
                .map(operation -> call(operation, parts.length == 1 ? "" : "?" + parts[1], request));
    }

    private static Call call(OpenApiOperation operation, String query, JsonNode request) {
        Call call = Call.of(ApiDocuments.OBSERVED_API, operation, operation.path() + query);
        for (JsonNode header : request.path("headers")) {
            call = call.header(
                    header.path("name").asString(""), header.path("value").asString(""));
        }
        if (call.headers().stream().noneMatch(header -> header.getKey().equalsIgnoreCase("authorization"))) {
            // Chrome leaves keys out of the file. The service had one if it accepted the request.
            call = operation.isPublic() ? call : call.key("removed");
        }
        String body = request.at("/postData/text").asString("");
        return body.isEmpty() ? call : call.body(body);
    }

    private static boolean isAddress(String url, String path, @Nullable URI base) {
        return base == null
                ? url.matches("https?://[^/]+" + Pattern.quote(ApiDocuments.OBSERVED_API.basePath() + path))
                : url.equals(base + path);
    }

    private static Instant begun(JsonNode entry) {
        String time = entry.path("startedDateTime").asString("");
        return time.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(time).toInstant();
    }

    /** Null if the request had no response, or if its body was not recorded. */
    private static @Nullable ServiceResponse response(
            Call call, JsonNode response, Settings settings, StubProfile profile) {
        JsonNode content = response.path("content");
        boolean lost = !content.has("text") && content.path("size").asInt(0) > 0;
        int status = response.path("status").asInt(0);
        if (status == 0 || lost) {
            return null;
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (JsonNode header : response.path("headers")) {
            headers.computeIfAbsent(header.path("name").asString("unnamed"), absent -> new ArrayList<>())
                    .add(header.path("value").asString(""));
        }
        headers.keySet().removeAll(OF_TRANSFER);
        String text = content.path("text").asString("");
        byte[] body = content.path("encoding").asString("").equals("base64")
                ? Base64.getMimeDecoder().decode(text)
                : text.getBytes(UTF_8);
        return ServiceResponse.of(
                call, status, HttpHeaders.of(headers, (name, value) -> true), body, settings, profile);
    }
}
