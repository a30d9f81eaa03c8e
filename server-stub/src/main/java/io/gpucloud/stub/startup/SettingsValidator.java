package io.gpucloud.stub.startup;

import java.util.Arrays;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/**
 * Validates the settings of the stub at its start, if there are any. The defaults are valid, and Bean Validation takes a quarter of a
 * start.
 */
public final class SettingsValidator implements Validator {

    /** This setting has no constraint, and every stub of gpu-cloud-testing has it. */
    private static final String TOKEN = "stub.admin.token";

    private static final String DEFAULTS = "defaultProperties";

    private final Class<?> type;
    private final ConfigurableEnvironment environment;
    private final ObjectProvider<jakarta.validation.Validator> validator;

    /**
     * Creates a validator.
     *
     * @param validator validates them; created only if there are any
     */
    public SettingsValidator(
            Class<?> type,
            ConfigurableEnvironment environment,
            ObjectProvider<jakarta.validation.Validator> validator) {
        this.type = type;
        this.environment = environment;
        this.validator = validator;
    }

    @Override
    public boolean supports(Class<?> other) {
        return type.isAssignableFrom(other);
    }

    @Override
    public void validate(Object target, Errors errors) {
        if (environment.getPropertySources().stream().anyMatch(SettingsValidator::hasSettings)) {
            new SpringValidatorAdapter(validator.getObject()).validate(target, errors);
        }
    }

    private static boolean hasSettings(PropertySource<?> source) {
        if (source.getName().equals(DEFAULTS) || !(source instanceof EnumerablePropertySource<?> enumerable)) {
            return false;
        }
        return Arrays.stream(enumerable.getPropertyNames()).anyMatch(SettingsValidator::isSetting);
    }

    /** Matches environment variables as well, such as STUB_LIFECYCLE_BOOT. */
    private static boolean isSetting(String property) {
        String name = property.toLowerCase(Locale.ROOT).replace('_', '.');
        return name.startsWith("stub.") && !name.equals(TOKEN);
    }
}
