package io.gpucloud.stub.settings;

import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/**
 * Validates the settings of the stub at its start, if there are any. The defaults are valid, and Bean Validation takes
 * a good part of a start.
 */
public final class SettingsValidator {

    /** This setting has no constraint, and every stub of gpu-cloud-testing has it. */
    private static final String TOKEN = "admin.token";

    private SettingsValidator() {}

    /**
     * Returns the validator.
     *
     * @param environment has the settings that were given
     * @param validator validates them; created only if there are any
     */
    public static Validator of(
            ConfigurableEnvironment environment, ObjectProvider<jakarta.validation.Validator> validator) {
        return Validator.forInstanceOf(StubProperties.class, (settings, errors) -> {
            if (areGiven(environment)) {
                new SpringValidatorAdapter(validator.getObject()).validate(settings, errors);
            }
        });
    }

    private static boolean areGiven(ConfigurableEnvironment environment) {
        var given = environment.getPropertySources().stream()
                .filter(source -> !DefaultPropertiesPropertySource.hasMatchingName(source));
        return new Binder(ConfigurationPropertySources.from(given.toList()))
                .bind("stub", Bindable.mapOf(String.class, String.class)).orElse(Map.of()).keySet().stream()
                        .anyMatch(name -> !name.equals(TOKEN));
    }
}
