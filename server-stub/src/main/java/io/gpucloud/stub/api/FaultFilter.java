package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.TriggeredFaults;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** Triggers the matching faults, which delay, replace or damage the response. */
final class FaultFilter extends ApiFilter {

    private final FaultRegistry faults;
    private final FaultResponses responses;
    private final RequestBodyReader bodies;

    FaultFilter(FaultRegistry faults, FaultResponses responses, RequestBodyReader bodies, ApiErrorHandler errors) {
        super(errors);
        this.faults = faults;
        this.responses = responses;
        this.bodies = bodies;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ApiOperation operation = Objects.requireNonNull(context.operation());
        // A public operation needs no key, but a request may carry one.
        String key = operation.secured() ? context.apiKey() : AuthenticationFilter.token(request);
        Optional<TriggeredFaults> triggered = faults.trigger(operation.id(), key);
        if (triggered.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        ResponseEffect effect = triggered.get().effect();
        context.faults(triggered.get());
        if (!effect.kind().performsOperation()) {
            keepBody(context, request);
        }
        responses.serve(effect, request, response, chain);
    }

    /** Reads the body for the journal. Skips requests with {@code Expect: 100-continue}, because the body is not needed. */
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
