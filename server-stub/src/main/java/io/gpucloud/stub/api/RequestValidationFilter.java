package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Validates requests against the contract. Rejects invalid ones with 400 if the contract is enforced. */
final class RequestValidationFilter extends ApiFilter {

    private final ContractValidation validation;

    RequestValidationFilter(ContractValidation validation, ApiErrorHandler errors) {
        super(errors);
        this.validation = validation;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        validation.requireValid(request);
        chain.doFilter(request, response);
    }
}
