package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {

    @Test
    void dropsTheWhiteSpaceAroundIt() {
        assertThat(ApiKey.of(" \tsk-0123456789abcdef\n").value()).isEqualTo("sk-0123456789abcdef");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sk-1234\r\nX-Forged: 1", "sk 1234", "sk-\u0000-1234", "sk-\u007f1234", "sk-schl\u00fcssel"})
    void rejectsValuesThatAHeaderCannotHoldWithoutRepeatingThem(String value) {
        assertThatThrownBy(() -> ApiKey.of(value))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("sk");
    }

    @Test
    void rejectsAnEmptyValue() {
        assertThatThrownBy(() -> ApiKey.of(" ")).hasMessage("the API key is empty");
    }

    @Test
    void isEqualToTheSameKey() {
        assertThat(ApiKey.of("one-key"))
                .isEqualTo(ApiKey.of(" one-key"))
                .hasSameHashCodeAs(ApiKey.of("one-key"))
                .isNotEqualTo(ApiKey.of("other-key"));
    }

    @Test
    void hasAFingerprintThatTellsKeysApart() {
        assertThat(ApiKey.of("one-key").fingerprint())
                .matches("[0-9a-f]{12}")
                .isEqualTo(ApiKey.of("one-key").fingerprint())
                .isNotEqualTo(ApiKey.of("other-key").fingerprint());
    }

    @Test
    void isReadAnewFromItsFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "first-key\n");
        Supplier<ApiKey> key = ApiKey.inFile(file);
        assertThat(key.get().value()).isEqualTo("first-key");

        Files.writeString(file, "second-key\n");
        assertThat(key.get().value()).isEqualTo("second-key");

        Files.delete(file);
        assertThatThrownBy(key::get).isInstanceOf(UncheckedIOException.class).hasMessageEndingWith(file.toString());
    }
}
