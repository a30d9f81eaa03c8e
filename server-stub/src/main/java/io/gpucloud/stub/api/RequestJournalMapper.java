package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.JournaledBody;
import io.gpucloud.stub.journal.JournaledRequest;
import io.gpucloud.stub.journal.Masking;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.springframework.http.HttpHeaders;

/** Maps a request and its response to an entry of the journal, with API keys masked. */
final class RequestJournalMapper {

    /** Headers of the connection, not of the response. */
    private static final Set<String> OF_CONNECTION = Set.of("connection", "content-length");

    private RequestJournalMapper() {}

    static JournaledRequest map(
            HttpServletRequest request,
            HttpServletResponse response,
            byte[] responseBody,
            StubClock clock,
            long millis) {
        RequestContext context = RequestContext.of(request);
        ApiOperation operation = context.operation();
        String token = AuthenticationFilter.token(request.getHeader(HttpHeaders.AUTHORIZATION));
        Masking masking = new Masking(token);
        return new JournaledRequest(
                clock.now(),
                token == null ? null : clock.now(new AccountKey(token)),
                operation == null ? null : operation.id(),
                request.getMethod(),
                // The path of an operation contains no key.
                operation == null ? masking.path(request.getRequestURI()) : request.getRequestURI(),
                masking.query(request.getQueryString()),
                token,
                headers(request, masking),
                body(request, masking),
                context.isWithoutResponse() ? 0 : response.getStatus(),
                context.isWithoutResponse() ? null : context.code(),
                millis,
                context.faults(),
                context.effect(),
                context.isCarriedOut(),
                context.isWithoutResponse() ? Map.of() : headers(response, masking),
                context.isWithoutResponse() ? JournaledBody.NONE : body(request, responseBody, masking),
                unsentBody(context, masking),
                context.hint());
    }

    private static JournaledBody unsentBody(RequestContext context, Masking masking) {
        byte[] body = context.unsentBody();
        return body == null ? JournaledBody.NONE : masking.body(body);
    }

    private static JournaledBody body(HttpServletRequest request, Masking masking) {
        byte[] body = RequestContext.of(request).body();
        if (body != null) {
            return masking.body(body);
        }
        boolean sent = request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
        return sent ? JournaledBody.NOT_KEPT : JournaledBody.NONE;
    }

    private static JournaledBody body(HttpServletRequest request, byte[] responseBody, Masking masking) {
        boolean none = responseBody.length == 0 || request.getMethod().equals("HEAD");
        return none ? JournaledBody.NONE : masking.body(responseBody);
    }

    private static Map<String, String> headers(HttpServletRequest request, Masking masking) {
        Map<String, String> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            request.getHeaders(name).asIterator().forEachRemaining(value -> add(headers, name, value, masking));
        }
        return headers;
    }

    private static Map<String, String> headers(HttpServletResponse response, Masking masking) {
        Map<String, String> headers = new HashMap<>();
        for (String name : response.getHeaderNames()) {
            if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                response.getHeaders(name).forEach(value -> add(headers, name, value, masking));
            }
        }
        String type = response.getContentType();
        if (type != null) {
            headers.putIfAbsent("content-type", type);
        }
        return headers;
    }

    /** Joins the lines of a header with commas (RFC 9110). */
    private static void add(Map<String, String> headers, String name, String value, Masking masking) {
        headers.merge(name.toLowerCase(Locale.ROOT), masking.header(name, value), (first, next) -> first + ", " + next);
    }
}
