package io.gpucloud.stub.json;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** Bounds the length of a text in Unicode code points, as JSON Schema does; {@code @Size} would count UTF-16 units. */
@Constraint(validatedBy = CodePointLength.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface CodePointLength {

    /**
     * The largest length.
     *
     * @return the largest length, in code points
     */
    int max();

    /** The message. */
    String message() default "must be at most {max} characters long";

    /** Groups, which are not used here. */
    Class<?>[] groups() default {};

    /** Payload, which is not used here. */
    Class<? extends Payload>[] payload() default {};

    /** Counts the code points. */
    final class Validator implements ConstraintValidator<CodePointLength, String> {
        private int max;

        @Override
        public void initialize(CodePointLength bound) {
            max = bound.max();
        }

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || text.codePointCount(0, text.length()) <= max;
        }
    }
}
