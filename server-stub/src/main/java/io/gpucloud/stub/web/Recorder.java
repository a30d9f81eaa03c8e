package io.gpucloud.stub.web;

import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.web.api.ApiOperation;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/** Enters every request to the public API into the journal, with keys masked. */
final class Recorder extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final transient Journal journal;
    private final transient StubClock clock;

    Recorder(Journal journal, StubClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long begun = clock.machineMillis();
        try {
            chain.doFilter(request, response);
        } finally {
            journal.enter(recorded(request, response, clock.machineMillis() - begun));
        }
    }

    private Journal.Request recorded(HttpServletRequest request, HttpServletResponse response, long millis) {
        Exchange exchange = Exchange.of(request);
        ApiOperation operation = exchange.operation();
        byte[] body = exchange.body();
        return new Journal.Request(
                clock.now(),
                operation == null ? null : operation.id(),
                request.getMethod(),
                request.getRequestURI(),
                request.getQueryString(),
                Authentication.token(request.getHeader(HttpHeaders.AUTHORIZATION)),
                headers(request),
                body == null ? null : ByteBuffer.wrap(body),
                exchange.isReset() ? 0 : response.getStatus(),
                millis,
                exchange.fault());
    }

    private static Map<String, String> headers(HttpServletRequest request) {
        Map<String, String> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), shown(name, request.getHeader(name)));
        }
        return headers;
    }

    private static String shown(String name, String value) {
        if (!name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION)) {
            return value;
        }
        String token = Authentication.token(value);
        return token == null ? "****" : "Bearer " + Keys.mask(token);
    }
}
