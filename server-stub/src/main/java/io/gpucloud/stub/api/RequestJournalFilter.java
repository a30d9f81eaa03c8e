package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.Masking;
import io.gpucloud.stub.journal.RequestJournal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;

/**
 * Notifies all request observers before the response is sent, so that a caller who has the response finds the request in the journal
 * (DECISIONS D55). Filters and controllers behind it must not flush the response or announce its length: Tomcat sends a response with
 * its last announced byte.
 */
final class RequestJournalFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RequestJournalFilter.class);

    private final transient StubClock clock;
    private final transient List<Consumer<RequestJournal.Request>> observers;
    private final transient ApiErrorHandler errors;

    RequestJournalFilter(StubClock clock, List<Consumer<RequestJournal.Request>> observers, ApiErrorHandler errors) {
        this.clock = clock;
        this.observers = List.copyOf(observers);
        this.errors = errors;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        long begun = clock.machineMillis();
        try {
            respond(request, response, chain);
        } finally {
            RequestJournal.Request recorded = recorded(request, response, clock.machineMillis() - begun);
            observers.forEach(observer -> notify(observer, recorded));
            RequestContext.of(request).end(response);
        }
        TomcatConnections.send(request);
    }

    /** Turns any failure into a response, so that the journal shows the status that the caller receives. */
    private void respond(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        try {
            chain.doFilter(request, response);
        } catch (BadRequestException unreadable) {
            // Tomcat itself responds to malformed HTTP. A caller that has gone receives nothing.
            RequestContext.of(request)
                    .code(unreadable instanceof ClientAbortException ? null : ApiErrorHandler.REQUEST_ERROR);
            throw unreadable;
        } catch (Throwable failure) {
            if (!response.isCommitted()) {
                response.reset();
            }
            errors.handle(failure, request, response);
        }
    }

    private static void notify(Consumer<RequestJournal.Request> observer, RequestJournal.Request recorded) {
        try {
            observer.accept(recorded);
        } catch (RuntimeException failure) {
            LOG.error("An observer of requests failed", failure);
        }
    }

    private RequestJournal.Request recorded(HttpServletRequest request, HttpServletResponse response, long millis) {
        RequestContext context = RequestContext.of(request);
        ApiOperation operation = context.operation();
        String token = Authentication.token(request.getHeader(HttpHeaders.AUTHORIZATION));
        Masking masking = new Masking(token);
        return new RequestJournal.Request(
                clock.now(),
                operation == null ? null : operation.id(),
                request.getMethod(),
                // That of an operation is known to hold no key.
                operation == null ? masking.path(request.getRequestURI()) : request.getRequestURI(),
                masking.query(request.getQueryString()),
                token,
                headers(request, masking),
                masking.body(context.body()),
                context.isReset() ? 0 : response.getStatus(),
                context.isReset() ? null : context.code(),
                millis,
                context.fault());
    }

    private static Map<String, String> headers(HttpServletRequest request, Masking masking) {
        Map<String, String> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), masked(name, request.getHeaders(name), masking));
        }
        return headers;
    }

    /** Of several lines one, with commas, which says the same. */
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
