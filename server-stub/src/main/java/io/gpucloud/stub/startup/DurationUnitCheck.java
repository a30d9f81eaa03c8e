package io.gpucloud.stub.startup;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.PropertyResolver;

/** Rejects a duration of the stub that has no unit and is not 0. Spring would read 24 as 24 milliseconds. */
public final class DurationUnitCheck implements ConfigurationPropertiesBindHandlerAdvisor {

    static final String NO_DURATION = "is not a duration with a unit, such as 500ms, 20s or 24h";

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

    private final PropertyResolver settings;

    /**
     * Creates the check.
     *
     * @param settings replaces placeholders in values
     */
    public DurationUnitCheck(PropertyResolver settings) {
        this.settings = settings;
    }

    @Override
    public BindHandler apply(BindHandler handler) {
        return new AbstractBindHandler(handler) {
            @Override
            public @Nullable Object onSuccess(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
                ConfigurationProperty property = context.getConfigurationProperty();
                if (result instanceof Duration duration && !duration.isZero() && property != null) {
                    requireUnit(name.toString(), String.valueOf(property.getValue()));
                }
                return super.onSuccess(name, target, context, result);
            }
        };
    }

    private void requireUnit(String name, String value) {
        boolean own = name.startsWith(KnownSettings.PREFIX);
        if (own && NUMBER.matcher(settings.resolvePlaceholders(value).strip()).matches()) {
            throw new UnusableSettingException(name, value, NO_DURATION, "Add a unit: " + name + "=24h");
        }
    }
}
