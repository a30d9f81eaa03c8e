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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;

/** Tells everybody who keeps account of requests about each of them, once it is answered. */
final class Recorder extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final transient StubClock clock;
    private final transient List<Consumer<Journal.Request>> observers;

    Recorder(StubClock clock, List<Consumer<Journal.Request>> observers) {
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
            Journal.Request recorded = recorded(request, response, clock.machineMillis() - begun);
            observers.forEach(observer -> observer.accept(recorded));
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
                exchange.isReset() ? null : exchange.code(),
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
