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
import tools.jackson.databind.node.StringNode;

/**
 * Recorded traffic: a HAR file, as browsers and proxies write it. Only exchanges with operations of the API are read. The
 * values of headers, parameters and members that may be secrets are collected, so that no report contains them.
 */
final class TrafficFile {

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)authorization|(set-)?cookie|.*(key|token|secret|password).*");
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "(?i)[?&;\\s][^=&?;\\s]*(?:key|token|secret|password|session)[^=&?;\\s]*=([^&;\\s\"'\\\\]+)");
    private static final int SHORTEST_SECRET = 4;

    /** These describe how the body was transferred. The file contains the decoded body. */
    private static final Set<String> OF_TRANSFER = Set.of("content-encoding", "content-length", "transfer-encoding");

    private final Settings settings;
    private final @Nullable URI base;
    private final SecretRedactor secrets;
    private final List<Recorded> exchanges = new ArrayList<>();
    private int others;

    /**
     * An exchange with an operation of the API.
     *
     * @param begun when the request was sent
     * @param response the response, null if the file does not have it
     */
    record Recorded(Call call, Instant begun, @Nullable ServiceResponse response) {}

    private TrafficFile(Settings settings) {
        this.settings = settings;
        this.base = settings.urlOfTraffic();
        this.secrets = SecretRedactor.of(settings);
    }

    /** Reads a file. Throws if it cannot be read, or is no HAR file. */
    static TrafficFile read(Path file, Settings settings) {
        TrafficFile traffic = new TrafficFile(settings);
        try {
            JsonNode entries =
                    JsonMapper.shared().readTree(Files.readAllBytes(file)).at("/log/entries");
            if (!entries.isArray()) {
                throw new IOException("it has no log.entries, so it is no HAR file");
            }
            entries.forEach(traffic::add);
            return traffic;
        } catch (IOException | JacksonException unreadable) {
            // The message of a parser could repeat a part of the file.
            String reason = unreadable instanceof JacksonException ? "it is not JSON" : unreadable.getMessage();
            throw new UncheckedIOException("--traffic cannot be read: " + reason, new IOException(reason));
        }
    }

    List<Recorded> exchanges() {
        return List.copyOf(exchanges);
    }

    /** The number of exchanges that are not with an operation of the API. */
    int others() {
        return others;
    }

    SecretRedactor secrets() {
        return secrets;
    }

    private void add(JsonNode entry) {
        JsonNode request = entry.path("request");
        String method = request.path("method").asString("");
        String url = request.path("url").asString("").replaceFirst("#.*", "");
        String[] parts = url.split("\\?", 2);
        Optional<OpenApiOperation> operation = ApiDocuments.OBSERVED_API.operations().stream()
                .filter(known -> known.method().equals(method) && isAddress(parts[0], known.path()))
                .findFirst();
        if (operation.isEmpty()) {
            others++;
            return;
        }
        String target = operation.get().path() + (parts.length == 1 ? "" : "?" + parts[1]);
        Call call = Call.of(ApiDocuments.OBSERVED_API, operation.get(), target);
        for (JsonNode header : request.path("headers")) {
            call = call.header(
                    header.path("name").asString(""), header.path("value").asString(""));
        }
        if (call.headers().stream().noneMatch(header -> header.getKey().equalsIgnoreCase("authorization"))) {
            // Chrome leaves keys out of the file. The service had one if it accepted the request.
            call = operation.get().isPublic() ? call : call.key("removed");
        }
        String body = request.at("/postData/text").asString("");
        call = body.isEmpty() ? call : call.body(body);
        collectSecrets(request, body);
        exchanges.add(new Recorded(call, begun(entry), response(call, entry.path("response"))));
    }

    private boolean isAddress(String url, String path) {
        return base == null
                ? url.matches("https?://[^/]+" + Pattern.quote(ApiDocuments.OBSERVED_API.basePath() + path))
                : url.equals(base + path);
    }

    private static Instant begun(JsonNode entry) {
        String time = entry.path("startedDateTime").asString("");
        return time.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(time).toInstant();
    }

    /** Null if the request had no response, or if its body was not recorded. */
    private @Nullable ServiceResponse response(Call call, JsonNode response) {
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
        collectSecrets(response, new String(body, UTF_8));
        return ServiceResponse.of(call, status, HttpHeaders.of(headers, (name, value) -> true), body, settings);
    }

    private void collectSecrets(JsonNode message, String body) {
        collectSecrets("", message);
        collectSecrets("", StringNode.valueOf(body));
        collectSecrets("", ServiceResponse.json(body));
    }

    /** Collects the values of headers and members with the name of a secret, and such parameters in all texts. */
    private void collectSecrets(String name, JsonNode value) {
        String text = value.asString("");
        if (SECRET_NAME.matcher(name).matches()) {
            addSecret(text);
            addSecret(text.replaceFirst(".*\\s", ""));
            for (String cookie : text.split(";\\s*", -1)) {
                addSecret(cookie.replaceFirst("^[^=]*=", ""));
            }
        }
        SECRET_PARAMETER.matcher(text).results().forEach(parameter -> addSecret(parameter.group(1)));
        String ofHeader = value.path("name").asString("value");
        value.properties()
                .forEach(member -> collectSecrets(
                        member.getKey().equals("value") ? ofHeader : member.getKey(), member.getValue()));
        if (value.isArray()) {
            value.forEach(element -> collectSecrets(name, element));
        }
    }

    private void addSecret(String secret) {
        if (secret.length() >= SHORTEST_SECRET) {
            secrets.add(secret);
        }
    }
}
