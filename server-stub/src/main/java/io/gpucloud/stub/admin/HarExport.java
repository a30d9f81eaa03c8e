package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournaledBody;
import io.gpucloud.stub.journal.JournaledRequest;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Exports requests of the journal as an HTTP archive. */
final class HarExport {

    private static final int UNKNOWN_SIZE = -1;
    private static final String HTTP = "HTTP/1.1";
    private static final String TYPE = "content-type";

    private HarExport() {}

    static HttpArchive archive(List<JournalEntry> entries) {
        String version = HarExport.class.getPackage().getImplementationVersion();
        return new HttpArchive(new HttpArchive.Log(
                HttpArchive.VERSION,
                new HttpArchive.Creator("gpu-cloud-stub", requireNonNullElse(version, "unknown")),
                entries.stream().map(HarExport::entry).toList()));
    }

    private static HttpArchive.Entry entry(JournalEntry entry) {
        JournaledRequest request = entry.request();
        long millis = request.durationMillis();
        return new HttpArchive.Entry(
                Instant.ofEpochSecond(request.time()).toString(),
                millis,
                request(request),
                response(request),
                new HttpArchive.Cache(),
                new HttpArchive.Timings(0, millis, 0),
                entry.id(),
                request.carriedOut(),
                request.faults(),
                request.effect() == null ? null : FaultMapper.effect(request.effect()));
    }

    private static HttpArchive.Request request(JournaledRequest request) {
        Map<String, String> headers = new TreeMap<>(request.headers());
        headers.replaceAll((name, value) -> CurlExport.value(request, name, value));
        String body = request.body().text();
        String type = request.headers().getOrDefault(TYPE, "");
        return new HttpArchive.Request(
                request.method(),
                CurlExport.url(request),
                HTTP,
                List.of(),
                pairs(headers),
                query(request.query()),
                body == null ? null : new HttpArchive.PostData(type, body),
                UNKNOWN_SIZE,
                size(request.body()));
    }

    private static HttpArchive.Response response(JournaledRequest request) {
        HttpStatus status = HttpStatus.resolve(request.status());
        return new HttpArchive.Response(
                request.status(),
                status == null ? "" : status.getReasonPhrase(),
                HTTP,
                List.of(),
                pairs(request.responseHeaders()),
                new HttpArchive.Content(
                        size(request.responseBody()),
                        request.responseHeaders().getOrDefault(TYPE, ""),
                        request.responseBody().text()),
                "",
                UNKNOWN_SIZE,
                size(request.responseBody()));
    }

    private static long size(JournaledBody body) {
        if (body.truncated()) {
            return UNKNOWN_SIZE;
        }
        return body.text() == null ? 0 : body.text().getBytes(UTF_8).length;
    }

    private static List<HttpArchive.NameValue> pairs(Map<String, String> headers) {
        return new TreeMap<>(headers)
                .entrySet().stream()
                        .map(header -> new HttpArchive.NameValue(header.getKey(), header.getValue()))
                        .toList();
    }

    private static List<HttpArchive.NameValue> query(@Nullable String query) {
        return query == null || query.isEmpty()
                ? List.of()
                : Arrays.stream(query.split("&")).map(HarExport::parameter).toList();
    }

    private static HttpArchive.NameValue parameter(String parameter) {
        int equals = parameter.indexOf('=');
        return equals < 0
                ? new HttpArchive.NameValue(decoded(parameter), "")
                : new HttpArchive.NameValue(
                        decoded(parameter.substring(0, equals)), decoded(parameter.substring(equals + 1)));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException undecodable) {
            return text;
        }
    }
}
