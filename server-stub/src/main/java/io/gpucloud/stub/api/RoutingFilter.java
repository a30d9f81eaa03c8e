package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the operation of a request. Rejects an unknown path with 404 and a wrong method with 405. */
final class RoutingFilter extends ApiFilter {

    private static final Map<String, ApiOperation> OPERATIONS = ApiOperation.ALL.stream()
            .collect(Collectors.toUnmodifiableMap(
                    operation -> ApiConfiguration.BASE_PATH + operation.path(), Function.identity()));

    private final boolean observed;
    private final FaultFilter faults;

    /**
     * Creates the filter.
     *
     * @param observed whether operations exist that are not documented
     * @param faults may respond to requests that no operation serves
     */
    RoutingFilter(boolean observed, FaultFilter faults, ApiErrorHandler errors) {
        super(errors);
        this.observed = observed;
        this.faults = faults;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ApiOperation operation = OPERATIONS.get(request.getRequestURI());
        boolean isServed = operation != null && (operation.documented() || observed);
        if (!isServed && faults.servesUnknown(operation, context, request, response)) {
            return;
        }
        if (operation == null) {
            throw ApiException.of(HttpError.NOT_FOUND);
        }
        if (!isServed) {
            throw ApiException.observedOnly();
        }
        context.operation(operation);
        context.code(ResultCodes.SUCCESS);
        if (!operation.method().equals(request.getMethod())) {
            throw ApiException.methodNotAllowed(operation.method());
        }
        chain.doFilter(request, response);
    }
}
