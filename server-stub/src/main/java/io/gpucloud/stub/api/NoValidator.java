package io.gpucloud.stub.api;

import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/** Validates nothing. */
final class NoValidator implements Validator {

    static final NoValidator INSTANCE = new NoValidator();

    private NoValidator() {}

    @Override
    public boolean supports(Class<?> type) {
        return false;
    }

    @Override
    public void validate(Object target, Errors errors) {
        // Supports no type.
    }
}
