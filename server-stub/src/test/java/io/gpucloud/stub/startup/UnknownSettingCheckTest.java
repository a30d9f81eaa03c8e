package io.gpucloud.stub.startup;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

/** The groups of settings. SettingsTest and ProgramStartTest have unknown names within the group of the stub. */
class UnknownSettingCheckTest {

    @TempDir
    private Path directory;

    private static void check(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(source);
        new UnknownSettingCheck()
                .onApplicationEvent(new ApplicationEnvironmentPreparedEvent(
                        new DefaultBootstrapContext(), new SpringApplication(), new String[0], environment));
    }

    private void checkFile(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), yaml);
        check(new YamlPropertySourceLoader()
                .load("file", new FileSystemResource(file))
                .get(0));
    }

    private static void assertRejected(ThrowingCallable check, String problem, String cure) {
        assertThatExceptionOfType(UnusableSettingException.class)
                .isThrownBy(check)
                .withMessage(problem)
                .extracting(UnusableSettingException::cure)
                .isEqualTo(cure);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port=1          | unknown setting: port          | Did you mean server.port? --help lists all settings.
            --boot=5s         | unknown setting: boot          | Did you mean stub.lifecycle.boot? --help lists all settings.
            --xyzzy           | unknown setting: xyzzy         | --help lists all settings.
            help              | unexpected argument: help      | Write each setting as --name=value. --help lists all settings.
            """)
    void rejectsUnknownArguments(String argument, String problem, String cure) {
        assertRejected(() -> check(new SimpleCommandLinePropertySource(argument)), problem, cure);
    }

    @Test
    void namesTheLineOfAnUnknownNameInAFile() {
        assertRejected(
                () -> checkFile("# A comment\nport: 1\n"),
                "unknown setting: port (gpu-cloud-stub.yaml, line 2)",
                "Did you mean server.port? --help lists all settings.");
    }

    @Test
    void acceptsTheNamesOfSpring() {
        assertThatNoException().isThrownBy(() -> checkFile("""
                server: {port: 0, tomcat: {threads: {max: 50}}}
                stub: {lifecycle: {boot: 1s}, cors: {allowed-origins: []}}
                logging.level: {root: warn, "[io.gpucloud]": warn}
                management.endpoint.health.group.ready.include: "*"
                """));
    }
}
