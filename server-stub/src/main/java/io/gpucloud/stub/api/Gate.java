package io.gpucloud.stub.api;

import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.fault.AnswerFault;
import io.gpucloud.stub.fault.FaultRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Lets in what may come in, and refuses the rest in one order: path, method, key, permission, rate, fault, media types, size
 * of the body (assumption {@code error-precedence}).
 */
final class Gate extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Map<String, ApiOperation> OPERATIONS = Arrays.stream(ApiOperation.values())
            .collect(Collectors.toUnmodifiableMap(
                    operation -> ApiConfiguration.BASE_PATH + operation.path(), Function.identity()));

    private final transient Authentication authentication;
    private final transient RateLimiter limits;
    private final transient FaultRegistry faults;
    private final transient FaultResponses faulty;
    private final transient ContractValidation conformance;
    private final transient ApiErrors errors;
    private final transient RequestBodyReader bodies;

    Gate(
            Authentication authentication,
            RateLimiter limits,
            FaultRegistry faults,
            FaultResponses faulty,
            ContractValidation conformance,
            ApiErrors errors,
            RequestBodyReader bodies) {
        this.authentication = authentication;
        this.limits = limits;
        this.faults = faults;
        this.faulty = faulty;
        this.conformance = conformance;
        this.errors = errors;
        this.bodies = bodies;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            ApiOperation operation = route(request);
            String key = operation.secured() ? authentication.require(request, operation) : null;
            RateLimiter.Pass pass = enter(key);
            try {
                serve(operation, key, request, response, chain);
            } finally {
                pass.giveBack();
            }
        } catch (ApiException | UnavailableException failure) {
            conformance.serve(request, response, (req, res) -> errors.answer(failure, req, res));
        }
    }

    private static ApiOperation route(HttpServletRequest request) {
        ApiOperation operation = OPERATIONS.get(request.getRequestURI());
        if (operation == null) {
            throw ApiException.notFound();
        }
        RequestContext.of(request).operation(operation);
        // Unless somebody says otherwise on the way.
        RequestContext.of(request).code(ApiErrors.SUCCESS);
        if (!operation.method().equals(request.getMethod())) {
            throw ApiException.methodNotAllowed(operation.method());
        }
        return operation;
    }

    private RateLimiter.Pass enter(@Nullable String key) {
        try {
            return key == null ? RateLimiter.FREE : limits.enter(key);
        } catch (RateLimiter.ExceededException exceeded) {
            throw ApiException.tooManyRequests(exceeded.retryAfter());
        }
    }

    private void serve(
            ApiOperation operation,
            @Nullable String key,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        if (key != null) {
            RequestContext.of(request).caller(ApiKeys.account(key));
        }
        Optional<AnswerFault> fault = faults.strike(operation.id(), key);
        if (fault.isPresent()) {
            RequestContext.of(request).fault(fault.get().id());
            if (!fault.get().effect().operationHappens()) {
                keepBody(operation, request);
            }
            faulty.serve(fault.get(), request, response, (req, res) -> proceed(operation, key, req, res, chain));
        } else {
            conformance.serve(request, response, (req, res) -> proceed(operation, key, req, res, chain));
        }
    }

    /** For the journal alone; who waits to be asked for a body is not asked for one that nobody serves. */
    private void keepBody(ApiOperation operation, HttpServletRequest request) throws IOException {
        if (operation.method().equals("POST") && request.getHeader(HttpHeaders.EXPECT) == null) {
            try {
                readBody(request);
            } catch (ApiException unreadable) {
                // The fault is answered in any case.
            }
        }
    }

    private void readBody(HttpServletRequest request) throws IOException {
        try {
            RequestContext.of(request).body(bodies.read(request.getInputStream(), request.getContentLengthLong()));
        } catch (IOException failed) {
            // Where the body broke off, nobody is there to be answered a code.
            RequestContext.of(request).code(TomcatConnections.hasRefused(failed) ? ApiErrors.REQUEST_ERROR : null);
            throw failed;
        }
    }

    private void proceed(
            ApiOperation operation,
            @Nullable String key,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        boolean withBody = operation.method().equals("POST");
        try {
            MediaTypes.require(request, withBody);
            if (withBody) {
                readBody(request);
            }
            if (key != null && (withBody || RequestContext.of(request).fault() != null)) {
                // While it waited the account may have been deleted, and what is asked of it now would open it again.
                authentication.requireStill(key);
            }
            conformance.require(request);
        } catch (ApiException refusal) {
            errors.answer(refusal, request, response);
            return;
        }
        chain.doFilter(request, response);
    }
}
