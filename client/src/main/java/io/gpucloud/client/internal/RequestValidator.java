package io.gpucloud.client.internal;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks requests with the implementation of Jakarta Validation on the class path, if there is one. */
final class RequestValidator {

    private static final @Nullable Validator VALIDATOR = find();

    private RequestValidator() {}

    private static @Nullable Validator find() {
        try {
            return Validation.byDefaultProvider()
                    .configure()
                    .messageInterpolator(new Literal())
                    .buildValidatorFactory()
                    .getValidator();
        } catch (ValidationException | LinkageError none) {
            return null;
        }
    }

    /**
     * Checks a request of the contract.
     *
     * @throws ConstraintViolationException if it violates a constraint
     */
    static void check(Object request) {
        if (VALIDATOR == null || !OptionalMember.isModel(request.getClass())) {
            return;
        }
        Set<ConstraintViolation<Object>> violations = VALIDATOR.validate(request);
        if (!violations.isEmpty()) {
            String reasons = violations.stream()
                    .map(violation -> member(request.getClass(), violation) + " " + violation.getMessage())
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new ConstraintViolationException("nothing was sent: " + reasons, violations);
        }
    }

    /** The name in JSON. */
    private static String member(Class<?> type, ConstraintViolation<?> violation) {
        String component = violation.getPropertyPath().toString();
        return Arrays.stream(type.getDeclaredFields())
                .filter(field -> field.getName().equals(component))
                .map(field -> field.getAnnotation(JsonProperty.class).value())
                .findFirst()
                .orElse(component);
    }

    /** The messages of the contract are complete, so no implementation of Jakarta Expression Language is needed. */
    private static final class Literal implements MessageInterpolator {

        @Override
        public String interpolate(String message, Context context) {
            return message;
        }

        @Override
        public String interpolate(String message, Context context, Locale locale) {
            return message;
        }
    }
}
