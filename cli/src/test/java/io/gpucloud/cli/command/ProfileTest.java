package io.gpucloud.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.ApiKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisabledOnOs(OS.WINDOWS)
class ProfileTest {

    private static final String ADDRESS = "https://service.example/api/open/v2";
    private static final String OTHER = "https://other.example/api/open/v2";
    private static final Profile PROFILE = new Profile(ADDRESS, "key-1234567890");

    @TempDir
    Path home;

    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = home.resolve("gpu-cloud");
    }

    private static Settings.Connection connection(Map<String, String> variables, String... options) {
        Settings settings = new Settings();
        new CommandLine(settings).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(options);
        return settings.connection(variables::get, () -> Optional.of(PROFILE));
    }

    private static @Nullable String key(Map<String, String> variables, String... options) {
        Supplier<ApiKey> key = connection(variables, options).key();
        return key == null ? null : key.get().value();
    }

    @Test
    void isReadAsItWasWrittenByItsOwnerOnly() throws IOException {
        Path file = PROFILE.write(folder);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(Profile.in(folder)).contains(PROFILE);
        assertThat(new Profile(OTHER, "another-key-123").write(folder)).isEqualTo(file);
        assertThat(folder.toFile().list()).containsExactly("profile.json");
        assertThat(Profile.in(home.resolve("none"))).isEmpty();
    }

    @Test
    void isNotReadIfOthersCouldHaveWrittenIt() throws IOException {
        Path file = PROFILE.write(folder);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> Profile.in(folder)).hasMessageContaining("(rw-r-----)");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> Profile.in(folder)).hasMessageContaining("can be used by other users");
        assertThatThrownBy(() -> PROFILE.write(folder)).isInstanceOf(UsageException.class);
    }

    @Test
    void isNotReadThroughASymbolicLink() throws IOException {
        Path file = PROFILE.write(folder);
        Path link = Files.createSymbolicLink(home.resolve("link"), folder);
        assertThatThrownBy(() -> Profile.in(link)).hasMessageContaining("symbolic link");

        Files.move(file, home.resolve("elsewhere"));
        Files.createSymbolicLink(file, home.resolve("elsewhere"));
        assertThatThrownBy(() -> Profile.in(folder)).hasMessageContaining("symbolic link");
    }

    @Test
    void isNeverInTheCurrentFolder() {
        assertThat(Profile.folder(".", "/home/you")).hasToString("/home/you/.config/gpu-cloud");
        assertThat(Profile.folder("/etc/you", "/home/you")).hasToString("/etc/you/gpu-cloud");
        assertThatThrownBy(() -> Profile.folder(null, "")).isInstanceOf(UsageException.class);
    }

    @Test
    void givesAddressAndKeyTogether() {
        assertThat(connection(Map.of()).address()).hasToString(ADDRESS);
        assertThat(key(Map.of())).isEqualTo(PROFILE.apiKey());
        assertThat(key(Map.of("GPU_CLOUD_BASE_URL", ADDRESS + "/"))).isEqualTo(PROFILE.apiKey());
    }

    @Test
    void givesItsKeyToNoOtherAddressAndItsAddressToNoOtherKey() {
        assertThat(key(Map.of(), "--base-url", OTHER)).isNull();
        assertThat(key(Map.of("GPU_CLOUD_BASE_URL", OTHER))).isNull();
        assertThatThrownBy(() -> connection(Map.of("GPU_CLOUD_API_KEY", "other")))
                .hasMessageContaining("GPU_CLOUD_BASE_URL");
        assertThatThrownBy(() -> connection(Map.of(), "--api-key-file", "key")).isInstanceOf(UsageException.class);
    }

    @Test
    void comesAfterOptionsAndVariables() {
        Map<String, String> variables = Map.of("GPU_CLOUD_BASE_URL", OTHER, "GPU_CLOUD_API_KEY", "other");

        assertThat(connection(variables).address()).hasToString(OTHER);
        assertThat(key(variables)).isNull();
        assertThat(connection(variables, "--base-url", ADDRESS).address()).hasToString(ADDRESS);
    }

    @Test
    void doesNotShowItsKey() {
        assertThat(PROFILE).hasToString("Profile[" + ADDRESS + "]");
    }
}
