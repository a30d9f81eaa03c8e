package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/** Values of settings. SettingsTest starts stubs with some of them. */
class StubPropertiesTest {

    /** The names of the settings that are invalid. */
    private static List<String> invalid(Map<String, String> settings) {
        StubProperties properties =
                new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("stub", StubProperties.class);
        try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
            return factory.getValidator().validate(properties).stream()
                    .map(violation -> violation.getPropertyPath().toString())
                    .toList();
        }
    }

    /** A start without settings relies on this and does not validate them. */
    @Test
    void areValidByDefault() {
        assertThat(invalid(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stub.paging.max-page-size, paging.maxPageSize", "stub.limits.bills, limits.bills"})
    void mustBePositive(String setting, String name) {
        assertThat(invalid(Map.of(setting, "0"))).containsExactly(name);
        assertThat(invalid(Map.of(setting, "1"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648B", "0B", "-1B"})
    void ofSizesAreThoseOfAnArray(String size) {
        DataSize wrong = DataSize.parse(size);
        DataSize right = DataSize.ofBytes(1);
        assertThatThrownBy(() -> new StubProperties.Limits(wrong, right, 1, 1, 1))
                .hasMessage("stub.limits.max-body " + size + ": must be from 1 byte to 2147483639 bytes");
        assertThatThrownBy(() -> new StubProperties.Limits(right, wrong, 1, 1, 1))
                .hasMessage("stub.limits.max-snapshot " + size + ": must be from 1 byte to 2147483639 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:3000", "http://localhost:3000/", "http://localhost:3000/app", "ftp://localhost", "**"
            })
    void ofOriginsHaveASchemeAHostAndAPort(String origin) {
        assertThatThrownBy(() -> new StubProperties.Cors(List.of(origin)))
                .hasMessage("stub.cors.allowed-origins " + origin + ": is not an origin");
    }
}
