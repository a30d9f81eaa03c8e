package io.gpucloud.stub.web;

import io.gpucloud.stub.control.AnswerFault;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.domain.UnavailableException;
import io.gpucloud.stub.web.api.ApiOperation;
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
 * of the body (DECISIONS, how errors are answered).
 */
final class Gate extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Map<String, ApiOperation> OPERATIONS = Arrays.stream(ApiOperation.values())
            .collect(Collectors.toUnmodifiableMap(
                    operation -> WebConfiguration.BASE_PATH + operation.path(), Function.identity()));

    private final transient Authentication authentication;
    private final transient RateLimits limits;
    private final transient Faults faults;
    private final transient FaultyAnswers faulty;
    private final transient Conformance conformance;
    private final transient ApiErrors errors;
    private final transient Bodies bodies;

    Gate(
            Authentication authentication,
            RateLimits limits,
            Faults faults,
            FaultyAnswers faulty,
            Conformance conformance,
            ApiErrors errors,
            Bodies bodies) {
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
            RateLimits.Pass pass = enter(key);
            try {
                serve(operation, key, request, response, chain);
            } finally {
                pass.giveBack();
            }
        } catch (Refusal | UnavailableException failure) {
            conformance.serve(request, response, (req, res) -> errors.answer(failure, req, res));
        }
    }

    private static ApiOperation route(HttpServletRequest request) {
        ApiOperation operation = OPERATIONS.get(request.getRequestURI());
        if (operation == null) {
            throw Refusal.notFound();
        }
        Exchange.of(request).operation(operation);
        // Unless somebody says otherwise on the way.
        Exchange.of(request).code(ApiErrors.SUCCESS);
        if (!operation.method().equals(request.getMethod())) {
            throw Refusal.methodNotAllowed(operation.method());
        }
        return operation;
    }

    private RateLimits.Pass enter(@Nullable String key) {
        try {
            return key == null ? RateLimits.FREE : limits.enter(key);
        } catch (RateLimits.ExceededException exceeded) {
            throw Refusal.tooManyRequests(exceeded.retryAfter());
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
            Exchange.of(request).caller(Keys.account(key));
        }
        Optional<AnswerFault> fault = faults.strike(operation.id(), key);
        if (fault.isPresent()) {
            Exchange.of(request).fault(fault.get().id());
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
            } catch (Refusal unreadable) {
                // The fault is answered in any case.
            }
        }
    }

    private void readBody(HttpServletRequest request) throws IOException {
        try {
            Exchange.of(request).body(bodies.read(request.getInputStream(), request.getContentLengthLong()));
        } catch (IOException failed) {
            // Where the body broke off, nobody is there to be answered a code.
            Exchange.of(request).code(Connections.hasRefused(failed) ? ApiErrors.REQUEST_ERROR : null);
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
            if (key != null && (withBody || Exchange.of(request).fault() != null)) {
                // While it waited the account may have been deleted, and what is asked of it now would open it again.
                authentication.requireStill(key);
            }
            conformance.require(request);
        } catch (Refusal refusal) {
            errors.answer(refusal, request, response);
            return;
        }
        chain.doFilter(request, response);
    }
}
