package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.fault.TriggeredFaults;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Triggers the matching faults, which delay, replace or damage the response. */
final class FaultFilter extends ApiFilter {

    private final FaultRegistry faults;
    private final StubClock clock;
    private final FaultResponses responses;
    private final RequestBodyReader bodies;

    FaultFilter(
            FaultRegistry faults,
            StubClock clock,
            FaultResponses responses,
            RequestBodyReader bodies,
            ApiErrorHandler errors) {
        super(errors);
        this.faults = faults;
        this.clock = clock;
        this.responses = responses;
        this.bodies = bodies;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ApiOperation operation = Objects.requireNonNull(context.operation());
        // A public operation needs no key, but a request may carry one.
        String key = operation.secured() ? context.apiKey() : AuthenticationFilter.token(request);
        Optional<TriggeredFaults> triggered = faults.trigger(() -> scoped(operation, key, request));
        if (triggered.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        serve(triggered.get(), context, request, response, chain);
    }

    /**
     * Serves a request to a path that has no operation, or whose operation this stub does not serve, if a fault
     * replaces the response.
     *
     * @return whether it was served
     */
    boolean servesUnknown(
            @Nullable ApiOperation operation,
            RequestContext context,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, ServletException {
        Optional<TriggeredFaults> triggered =
                faults.triggerUnserved(() -> scoped(operation, AuthenticationFilter.token(request), request));
        if (triggered.isPresent()) {
            serve(triggered.get(), context, request, response, (same, unused) -> {});
        }
        return triggered.isPresent();
    }

    private Scope.Request scoped(@Nullable ApiOperation operation, @Nullable String key, HttpServletRequest request) {
        String id = operation == null ? null : operation.id();
        String path = request.getRequestURI();
        String base = path.startsWith(ApiConfiguration.BASE_PATH) ? ApiConfiguration.BASE_PATH : "";
        long now = clock.now();
        long accountNow = key == null ? now : clock.now(new AccountKey(key));
        return new Scope.Request(id, path.substring(base.length()), key, now, accountNow);
    }

    private void serve(
            TriggeredFaults triggered,
            RequestContext context,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        ResponseEffect effect = triggered.effect();
        context.faults(triggered);
        if (!effect.kind().performsOperation()) {
            keepBody(context, request);
        }
        responses.serve(effect, request, response, chain);
    }

    /**
     * Reads the body for the journal. Skips requests with {@code Expect: 100-continue}, because the body is not needed.
     */
    private void keepBody(RequestContext context, HttpServletRequest request) throws IOException {
        if (context.hasBody() && request.getHeader(HttpHeaders.EXPECT) == null) {
            try {
                bodies.readInto(context, request);
            } catch (ApiException unreadable) {
                // The fault determines the response, so the failure does not matter.
            }
        }
    }
}
