package io.gpucloud.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.cli.output.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The content of the profile. CommandLineTest of contract-tests types a key on a terminal. */
@DisabledOnOs(OS.WINDOWS)
class ConfigureCommandTest {

    private static final String ADDRESS = "https://service.example/api/open/v2";

    @TempDir
    private Path home;

    @Test
    void replacesAddressAndKeyInAFileOfItsOwner() throws IOException {
        Path folder = home.resolve("gpu-cloud");
        ConfigureCommand.configure("https://old.example/api/open/v2", "key-of-the-old-address", folder);

        Path file = ConfigureCommand.configure(" " + ADDRESS + " ", "key-1234567890\n", folder);

        assertThat(file)
                .content()
                .contains(ADDRESS, "\"key-1234567890\"")
                .doesNotContain("old.example", "key-of-the-old-address");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource({
        "https://service.example/api/open/v2, '', no API key",
        "https://service.example/api/open/v2, 'secret key', API key",
        "http://service.example/api/open/v2?secret, secret-123456, base address",
        "not-an-address, secret-123456, base address",
    })
    void storesNothingThatNoClientAccepts(String address, String key, String reason) {
        Path folder = home.resolve("gpu-cloud");

        assertThatThrownBy(() -> ConfigureCommand.configure(address, key, folder))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("secret");

        assertThat(folder).doesNotExist();
    }
}
