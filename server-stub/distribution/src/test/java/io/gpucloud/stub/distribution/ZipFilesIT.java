package io.gpucloud.stub.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The README of the zip and the script for Windows. */
class ZipFilesIT {

    private static final Pattern SETTING = Pattern.compile("--((?:stub|server)[.][a-z.-]+)");
    private static final Pattern PATH = Pattern.compile("`bin[/\\\\]([a-z.-]+)`");

    private final Path home;

    ZipFilesIT(@TempDir Path folder) throws IOException {
        home = Zip.unpack(folder);
    }

    private static String output(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    private String help() throws IOException, InterruptedException {
        ProcessBuilder script =
                new ProcessBuilder("sh", home.resolve("bin/gpu-cloud-stub").toString(), "--help");
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        script.environment().put("STUB_CACHE", "off");
        return output(script);
    }

    @Test
    void theReadmeNamesScriptsOfTheZipAndSettingsOfTheStub() throws IOException, InterruptedException {
        String readme = Files.readString(home.resolve("README.md"));
        assertThat(PATH.matcher(readme).results().map(script -> script.group(1)))
                .contains("gpu-cloud-stub", "gpu-cloud-stub.bat")
                .allSatisfy(script ->
                        assertThat(home.resolve("bin").resolve(script)).exists());
        String help = help();
        assertThat(SETTING.matcher(readme).results().map(setting -> setting.group(1)))
                .isNotEmpty()
                .allSatisfy(setting -> assertThat(help).contains("--" + setting));
    }

    @Test
    void theWindowsScriptHasLinesThatWindowsReads() throws IOException {
        String script = Files.readString(home.resolve("bin/gpu-cloud-stub.bat"));
        assertThat(script.replace("\r\n", "")).isNotEqualTo(script).doesNotContain("\n", "\r");
    }

    /** The last command of the script, with the values that Windows inserts. */
    @Test
    void theCommandOfTheWindowsScriptStartsTheStub() throws IOException, InterruptedException {
        String command = Files.readString(home.resolve("bin/gpu-cloud-stub.bat"))
                .lines()
                .filter(line -> line.contains("-jar"))
                .findFirst()
                .orElseThrow()
                .replace("%JAVA%", System.getProperty("java.home") + "/bin/java")
                .replace("%JAVA_OPTS%", "-Duser.language=en")
                .replace("%~dp0..\\", home + "/")
                .replace("%*", "--help");
        assertThat(command).doesNotContain("%");
        assertThat(output(new ProcessBuilder("sh", "-c", command))).contains("--stub.lifecycle.boot=20s");
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void theWindowsScriptRuns() throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder(
                List.of("cmd", "/c", home.resolve("bin/gpu-cloud-stub.bat").toString(), "--help"));
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assertThat(output(script)).contains("--stub.lifecycle.boot=20s");
    }
}
