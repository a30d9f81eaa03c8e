package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.admin.model.FaultEffect;
import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournaledBody;
import io.gpucloud.stub.journal.JournaledRequest;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Exports requests of the journal as an HTTP archive: a subset of HAR 1.2. */
final class HarExport {

    private static final int UNKNOWN_SIZE = -1;
    private static final String TYPE = "content-type";

    private HarExport() {}

    static JsonNode archive(List<JournalEntry> entries) {
        ObjectNode archive = JsonMapper.shared().createObjectNode();
        ObjectNode log = archive.putObject("log").put("version", "1.2");
        String version = HarExport.class.getPackage().getImplementationVersion();
        log.putObject("creator").put("name", "gpu-cloud-stub").put("version", requireNonNullElse(version, "unknown"));
        ArrayNode exported = log.putArray("entries");
        entries.forEach(entry -> write(entry, exported.addObject()));
        return archive;
    }

    /** HAR reserves members that begin with an underscore for the program that writes the archive. */
    private static void write(JournalEntry entry, ObjectNode json) {
        JournaledRequest request = entry.request();
        long millis = request.durationMillis();
        json.put("startedDateTime", Instant.ofEpochSecond(request.time()).toString())
                .put("time", millis);
        writeRequest(request, message(json, "request"));
        writeResponse(request, message(json, "response"));
        json.putObject("cache");
        json.putObject("timings").put("send", 0).put("wait", millis).put("receive", 0);
        json.put("comment", entry.id()).put("_carried_out", request.carriedOut());
        request.faults().forEach(json.putArray("_faults")::add);
        FaultEffect effect = request.effect() == null ? null : FaultMapper.effect(request.effect());
        if (effect != null) {
            json.put("_effect", effect.value());
        }
        if (request.accountTime() != null) {
            json.put("_account_time", request.accountTime());
        }
    }

    /** A request or a response, with the members that both have and that are always the same. */
    private static ObjectNode message(ObjectNode json, String name) {
        ObjectNode message = json.putObject(name).put("httpVersion", "HTTP/1.1").put("headersSize", UNKNOWN_SIZE);
        message.putArray("cookies");
        return message;
    }

    private static void writeRequest(JournaledRequest request, ObjectNode json) {
        Map<String, String> headers = new TreeMap<>(request.headers());
        if (request.apiKey() == null || !KeyForm.isStubKey(request.apiKey())) {
            headers.computeIfPresent("authorization", (name, value) -> "Bearer ***");
        }
        json.put("method", request.method()).put("url", url(request)).put("bodySize", size(request.body()));
        writeHeaders(headers, json);
        writeQuery(request.query(), json.putArray("queryString"));
        String body = request.body().text();
        if (body != null) {
            json.putObject("postData")
                    .put("mimeType", headers.getOrDefault(TYPE, ""))
                    .put("text", body);
        }
    }

    /** The address to which the request was sent. */
    private static String url(JournaledRequest request) {
        String host = request.headers().getOrDefault("host", "localhost");
        return "http://" + host + request.path() + (request.query() == null ? "" : "?" + request.query());
    }

    private static void writeResponse(JournaledRequest request, ObjectNode json) {
        HttpStatus status = HttpStatus.resolve(request.status());
        JournaledBody body = request.responseBody();
        json.put("status", request.status())
                .put("statusText", status == null ? "" : status.getReasonPhrase())
                .put("redirectURL", "")
                .put("bodySize", size(body));
        writeHeaders(new TreeMap<>(request.responseHeaders()), json);
        ObjectNode content = json.putObject("content")
                .put("size", size(body))
                .put("mimeType", request.responseHeaders().getOrDefault(TYPE, ""));
        if (body.text() != null) {
            content.put("text", body.text());
        }
    }

    private static long size(JournaledBody body) {
        if (body.truncated()) {
            return UNKNOWN_SIZE;
        }
        return body.text() == null ? 0 : body.text().getBytes(UTF_8).length;
    }

    private static void writeHeaders(Map<String, String> headers, ObjectNode json) {
        ArrayNode pairs = json.putArray("headers");
        headers.forEach((name, value) -> pairs.addObject().put("name", name).put("value", value));
    }

    private static void writeQuery(@Nullable String query, ArrayNode json) {
        for (String parameter : requireNonNullElse(query, "").split("&", -1)) {
            if (parameter.isEmpty()) {
                continue;
            }
            String[] parts = parameter.split("=", 2);
            json.addObject().put("name", decoded(parts[0])).put("value", parts.length == 1 ? "" : decoded(parts[1]));
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException undecodable) {
            return text;
        }
    }
}
