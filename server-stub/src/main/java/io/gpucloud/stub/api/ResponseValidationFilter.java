package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Validates responses against the contract, error responses included. Replaces an invalid one with a system exception
 * if the contract is enforced. A response that a fault made is invalid on purpose and is sent as it is.
 */
final class ResponseValidationFilter extends ApiFilter {

    private final ContractValidation validation;
    private final ErrorResponseWriter responses;

    ResponseValidationFilter(ContractValidation validation, ErrorResponseWriter responses, ApiErrorHandler errors) {
        super(errors);
        this.validation = validation;
        this.responses = responses;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
        byte[] body = RequestJournalFilter.buffered(response).getContentAsByteArray();
        if (context.faults().isEmpty() && !validation.accepts(request, response, body)) {
            response.reset();
            responses.reject(HttpError.SYSTEM_ERROR, request, response);
        }
    }
}
