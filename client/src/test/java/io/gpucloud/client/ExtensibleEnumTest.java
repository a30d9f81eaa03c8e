package io.gpucloud.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExtensibleEnumTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Stream<ExtensibleEnum> knownValues() {
        return Stream.of(
                        ResultCode.class,
                        InstanceStatus.class,
                        SaveImageStatus.class,
                        ChargeChannel.class,
                        GpuStatus.class)
                .flatMap(type -> constants(type).stream());
    }

    private static List<ExtensibleEnum> constants(Class<? extends ExtensibleEnum> type) {
        return Arrays.stream(type.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(ExtensibleEnumTest::read)
                .toList();
    }

    private static ExtensibleEnum read(Field constant) {
        try {
            return (ExtensibleEnum) requireNonNull(constant.get(null));
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @ParameterizedTest
    @MethodSource("knownValues")
    void isTheConstantWithItsNumberAndName(ExtensibleEnum constant) throws Exception {
        String number = String.valueOf(constant.value());

        // Users compare with ==, as they do with enum constants.
        assertThat(JSON.readValue(number, constant.getClass())).isSameAs(constant);
        assertThat(PublicTypesTest.deserialized(constant)).isSameAs(constant);
        assertThat(constant.getClass().getField(constant.name()).get(null)).isSameAs(constant);
        assertThat(JSON.writeValueAsString(constant)).isEqualTo(number);
        assertThat(constant.isKnown()).isTrue();
        assertThat(constant).hasToString(constant.name() + " (" + constant.value() + ")");
    }

    @ParameterizedTest
    @ValueSource(classes = {ResultCode.class, InstanceStatus.class, SaveImageStatus.class, ChargeChannel.class})
    void knowsTheValuesOfTheContract(Class<? extends ExtensibleEnum> type) throws Exception {
        assertThat(constants(type))
                .extracting(value -> value.value() + " " + value.name())
                .isNotEmpty()
                .isEqualTo(contract(type.getSimpleName()));
    }

    /**
     * The contract names no value of {@code GpuStatus}. The constants are an assumption, which the page of assumptions
     * states.
     */
    @Test
    void knowsTheAssumedValuesOfTheStatusOfAGpu() throws Exception {
        String assumption = Files.readAllLines(Path.of("../docs/reference/assumptions.md")).stream()
                .filter(line -> line.contains("`gpu-status`"))
                .findFirst()
                .orElseThrow();

        assertThat(assumption).contains("1 while a GPU of the model is free, else 0");
        assertThat(constants(GpuStatus.class)).containsExactly(GpuStatus.of(1), GpuStatus.of(0));
        assertThat(GpuStatus.AVAILABLE.isAvailable()).isTrue();
        assertThat(GpuStatus.UNAVAILABLE.isAvailable()).isFalse();
        assertThat(GpuStatus.of(7).isAvailable()).isFalse();
    }

    /** Number and name of each value, as the schema lists them. */
    private static List<String> contract(String schema) throws IOException {
        Path contract = Path.of("../openapi/target/classes/META-INF/openapi/gpu-cloud-v2-observed.json");
        JsonNode enumeration = JSON.readTree(Files.readString(contract))
                .path("components")
                .path("schemas")
                .path(schema);
        JsonNode names = enumeration.path("x-enum-varnames");
        List<String> values = new ArrayList<>();
        for (JsonNode number : enumeration.path("x-extensible-enum")) {
            values.add(number.asString() + " " + names.path(values.size()).asString());
        }
        return values;
    }

    @Test
    void keepsAnUnknownNumber() {
        ChargeChannel unknown = JSON.readValue("[9]", new TypeReference<List<ChargeChannel>>() {})
                .get(0);

        assertThat(unknown.isKnown()).isFalse();
        assertThat(unknown.name()).isEqualTo("UNKNOWN");
        assertThat(unknown.value()).isEqualTo(9);
        assertThat(unknown)
                .hasToString("UNKNOWN (9)")
                .isEqualTo(ChargeChannel.of(9))
                .hasSameHashCodeAs(ChargeChannel.of(9))
                .isNotEqualTo(ChargeChannel.of(10))
                .isNotEqualTo(GpuStatus.of(9));
    }

    @Test
    void doesNotWriteWhetherAnInstanceRuns() {
        assertThat(JSON.valueToTree(instance(InstanceStatus.RUNNING)).propertyNames())
                .contains("status")
                .doesNotContain("running", "shutDown");
    }

    private static Instance instance(InstanceStatus status) {
        return Instance.builder().instanceUuid("i").status(status).title("").build();
    }
}
