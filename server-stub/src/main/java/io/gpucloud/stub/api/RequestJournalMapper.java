package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.journal.Masking;
import io.gpucloud.stub.journal.RequestJournal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.springframework.http.HttpHeaders;

/** Maps a request and its response to an entry of the journal, with API keys masked. */
final class RequestJournalMapper {

    private RequestJournalMapper() {}

    static RequestJournal.Request map(
            HttpServletRequest request, HttpServletResponse response, long time, long millis) {
        RequestContext context = RequestContext.of(request);
        ApiOperation operation = context.operation();
        String token = Authentication.token(request.getHeader(HttpHeaders.AUTHORIZATION));
        Masking masking = new Masking(token);
        return new RequestJournal.Request(
                time,
                operation == null ? null : operation.id(),
                request.getMethod(),
                // The path of an operation holds no key.
                operation == null ? masking.path(request.getRequestURI()) : request.getRequestURI(),
                masking.query(request.getQueryString()),
                token,
                headers(request, masking),
                masking.body(context.body()),
                context.isReset() ? 0 : response.getStatus(),
                context.isReset() ? null : context.code(),
                millis,
                context.faults());
    }

    private static Map<String, String> headers(HttpServletRequest request, Masking masking) {
        Map<String, String> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), masked(name, request.getHeaders(name), masking));
        }
        return headers;
    }

    /** Joins the lines of a header with commas (RFC 9110). */
    private static String masked(String name, Enumeration<String> values, Masking masking) {
        String first = masking.header(name, values.nextElement());
        if (!values.hasMoreElements()) {
            return first;
        }
        StringJoiner joined = new StringJoiner(", ").add(first);
        values.asIterator().forEachRemaining(value -> joined.add(masking.header(name, value)));
        return joined.toString();
    }
}
