package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DefaultSettingsTest {

    /** The defaults are valid. A start without settings relies on this and does not validate them. */
    @Test
    void defaultsAreValid() {
        StubProperties defaults =
                new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("stub", StubProperties.class);

        try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
            assertThat(factory.getValidator().validate(defaults)).isEmpty();
        }
    }
}
