package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.Masking;
import io.gpucloud.stub.journal.RequestJournal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
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
import org.springframework.http.HttpHeaders;

/**
 * Tells everybody who keeps account of requests about each of them, once it is answered and before the caller can know, and then
 * sends the answer (DECISIONS D55). For that nobody behind it may flush an answer or say how long it is: Tomcat ends an answer with
 * its last announced byte.
 */
final class RequestJournalFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final transient StubClock clock;
    private final transient List<Consumer<RequestJournal.Request>> observers;

    RequestJournalFilter(StubClock clock, List<Consumer<RequestJournal.Request>> observers) {
        this.clock = clock;
        this.observers = List.copyOf(observers);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long begun = clock.machineMillis();
        try {
            chain.doFilter(request, response);
        } finally {
            RequestJournal.Request recorded = recorded(request, response, clock.machineMillis() - begun);
            observers.forEach(observer -> observer.accept(recorded));
            RequestContext.of(request).end();
        }
        TomcatConnections.send(request);
    }

    private RequestJournal.Request recorded(HttpServletRequest request, HttpServletResponse response, long millis) {
        RequestContext exchange = RequestContext.of(request);
        ApiOperation operation = exchange.operation();
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
                masking.body(exchange.body()),
                exchange.isReset() ? 0 : response.getStatus(),
                exchange.isReset() ? null : exchange.code(),
                millis,
                exchange.fault());
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
