package io.gpucloud.stub.api;

import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.FailureLog;
import io.gpucloud.stub.journal.JournaledRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.ContentCachingResponseWrapper;
import org.springframework.web.util.WebUtils;

/**
 * Notifies all request observers before the response is sent, so that a caller who has the response finds the request
 * in the journal. Keeps the whole response of the public API until then. Other responses, which the journal does not
 * have, can be very large: filters and controllers must not flush them or announce their length, because Tomcat sends a
 * response with its last announced byte.
 */
final class RequestJournalFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String PUBLIC = "/api/";
    private static final Logger LOG = LoggerFactory.getLogger(RequestJournalFilter.class);

    private final transient StubClock clock;
    private final transient List<Consumer<JournaledRequest>> observers;
    private final transient ApiErrorHandler errors;
    private final transient RequestBodyReader bodies;

    RequestJournalFilter(
            StubClock clock,
            List<Consumer<JournaledRequest>> observers,
            ApiErrorHandler errors,
            RequestBodyReader bodies) {
        this.clock = clock;
        this.observers = List.copyOf(observers);
        this.errors = errors;
        this.bodies = bodies;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        long begun = clock.machineMillis();
        boolean isPublic = request.getRequestURI().startsWith(PUBLIC);
        ContentCachingResponseWrapper buffered = new ContentCachingResponseWrapper(response);
        try {
            respond(request, isPublic ? buffered : response, chain);
        } finally {
            byte[] body = buffered.getContentAsByteArray();
            if (!isAllowedPreflight(request, response)) {
                JournaledRequest recorded =
                        RequestJournalMapper.map(request, response, body, clock, clock.machineMillis() - begun);
                observers.forEach(observer -> notify(observer, recorded));
            }
            if (isPublic) {
                response.getOutputStream().write(body);
            }
            RequestContext.of(request).end(response);
        }
        TomcatConnections.send(request);
        boolean tooLarge = response.getStatus() == HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
        discardRestOfBody(request, !isPublic && tooLarge);
    }

    /** Returns the response of a request to the public API, which can still be changed. */
    static ContentCachingResponseWrapper buffered(HttpServletResponse response) {
        return Objects.requireNonNull(WebUtils.getNativeResponse(response, ContentCachingResponseWrapper.class));
    }

    /** Whether a browser only asks whether its page may send a request. The request itself follows. */
    private static boolean isAllowedPreflight(HttpServletRequest request, HttpServletResponse response) {
        return CorsUtils.isPreFlightRequest(request) && response.getStatus() == HttpServletResponse.SC_OK;
    }

    private void discardRestOfBody(HttpServletRequest request, boolean tooLargeForAdmin) {
        if (TomcatConnections.isReadToEnd(request)) {
            return;
        }
        boolean abandoned = tooLargeForAdmin || RequestContext.of(request).isBodyAbandoned();
        if (abandoned || !bodies.discardRest(request)) {
            TomcatConnections.leaveRestUnread(request);
        }
    }

    /** Turns any failure into a response, so that the journal shows the status that the caller receives. */
    private void respond(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        try {
            chain.doFilter(request, response);
        } catch (BadRequestException unreadable) {
            // Tomcat itself responds to malformed HTTP. A caller that has closed the connection receives nothing.
            RequestContext.of(request)
                    .code(unreadable instanceof ClientAbortException ? null : ResultCodes.REQUEST_ERROR);
            throw unreadable;
        } catch (Throwable failure) {
            errors.unexpected(failure, request, response);
        }
    }

    private static void notify(Consumer<JournaledRequest> observer, JournaledRequest recorded) {
        try {
            observer.accept(recorded);
        } catch (RuntimeException failure) {
            FailureLog.error(LOG, "An observer of requests failed", failure);
        }
    }
}
