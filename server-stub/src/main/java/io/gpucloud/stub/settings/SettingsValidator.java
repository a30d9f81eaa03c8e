package io.gpucloud.stub.settings;

import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/**
 * Validates the settings of the stub at its start, if there are any. The defaults are valid, and Bean Validation takes a quarter of a
 * start.
 */
public final class SettingsValidator implements Validator {

    /** This setting has no constraint, and every stub of gpu-cloud-testing has it. */
    private static final String TOKEN = "admin.token";

    private final Environment environment;
    private final ObjectProvider<jakarta.validation.Validator> validator;

    /**
     * Creates a validator.
     *
     * @param environment has the settings that were given
     * @param validator validates them; created only if there are any
     */
    public SettingsValidator(Environment environment, ObjectProvider<jakarta.validation.Validator> validator) {
        this.environment = environment;
        this.validator = validator;
    }

    @Override
    public boolean supports(Class<?> other) {
        return StubProperties.class.isAssignableFrom(other);
    }

    @Override
    public void validate(Object target, Errors errors) {
        boolean given = Binder.get(environment)
                .bind("stub", Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .keySet()
                .stream()
                .anyMatch(name -> !name.equals(TOKEN));
        if (given) {
            new SpringValidatorAdapter(validator.getObject()).validate(target, errors);
        }
    }
}
