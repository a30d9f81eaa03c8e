package io.gpucloud.stub.api;

import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/** Validates nothing. */
final class NoOpValidator implements Validator {

    static final NoOpValidator INSTANCE = new NoOpValidator();

    private NoOpValidator() {}

    @Override
    public boolean supports(Class<?> type) {
        return false;
    }

    @Override
    public void validate(Object target, Errors errors) {
        // Supports no type.
    }
}
