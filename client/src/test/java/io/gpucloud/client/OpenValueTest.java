package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenValueTest {

    @ParameterizedTest
    @ValueSource(classes = {ResultCode.class, InstanceStatus.class, SaveImageStatus.class, ChargeChannel.class})
    void namesWhatTheContractNames(Class<? extends OpenValue> type) throws Exception {
        List<String> constants = new ArrayList<>();
        for (Field field : type.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                OpenValue value = (OpenValue) field.get(null);
                assertThat(value.name()).isEqualTo(field.getName());
                assertThat(value.isKnown()).isTrue();
                constants.add(value.value() + " " + field.getName());
            }
        }
        assertThat(constants).isNotEmpty().isEqualTo(contract(type.getSimpleName()));
    }

    /** Number and name of each value, as the schema lists them. */
    private static List<String> contract(String schema) throws IOException {
        String contract = Files.readString(Path.of("../openapi/gpu-cloud-v2.yaml"));
        Matcher enumeration = Pattern.compile(
                        "\n    " + schema + ":\n.*?x-extensible-enum: \\[(.*?)]\\s+x-enum-varnames: \\[(.*?)]",
                        Pattern.DOTALL)
                .matcher(contract);
        assertThat(enumeration.find()).isTrue();
        List<String> numbers = List.of(enumeration.group(1).split(", ", -1));
        List<String> names = List.of(enumeration.group(2).split(", ", -1));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            values.add(numbers.get(i) + " " + names.get(i));
        }
        return values;
    }

    @Test
    void keepsANumberThatNobodyKnows() {
        assertThat(ChargeChannel.of(9).isKnown()).isFalse();
        assertThat(ChargeChannel.of(9)).hasToString("UNKNOWN (9)").isEqualTo(new ChargeChannel(9));
        assertThat(ChargeChannel.of(2)).hasToString("COMPUTE_CARD (2)").isEqualTo(ChargeChannel.COMPUTE_CARD);
    }
}
