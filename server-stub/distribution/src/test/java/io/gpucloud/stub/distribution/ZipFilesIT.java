package io.gpucloud.stub.distribution;

import static io.gpucloud.stub.distribution.UnpackedZip.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The README of the zip and the script for Windows. */
class ZipFilesIT {

    private static final Pattern SETTING = Pattern.compile("--((?:stub|server)[.][a-z.-]+)");
    private static final Pattern PATH = Pattern.compile("`bin[/\\\\]([a-z.-]+)`");

    private static UnpackedZip zip = new UnpackedZip(Path.of(""));

    @BeforeAll
    static void unpack(@TempDir Path folder) throws IOException {
        zip = UnpackedZip.in(folder);
    }

    @Test
    void theReadmeNamesScriptsOfTheZipAndSettingsOfTheStub() throws IOException, InterruptedException {
        String readme = zip.text("README.md");
        assertThat(PATH.matcher(readme).results().map(script -> script.group(1)))
                .contains("gpu-cloud-stub", "gpu-cloud-stub.bat")
                .allSatisfy(script -> assertThat(zip.file("bin/" + script)).exists());
        String help = output(zip.script("--help"));
        assertThat(SETTING.matcher(readme).results().map(setting -> setting.group(1)))
                .isNotEmpty()
                .allSatisfy(setting -> assertThat(help).contains("--" + setting));
    }

    @Test
    void theWindowsScriptHasLinesThatWindowsReads() throws IOException {
        String script = zip.text("bin/gpu-cloud-stub.bat");
        assertThat(script.replace("\r\n", "")).isNotEqualTo(script).doesNotContain("\n", "\r");
    }

    /** The last command of the script, with the values that Windows inserts. */
    @Test
    void theCommandOfTheWindowsScriptStartsTheStub() throws IOException, InterruptedException {
        String command = zip.text("bin/gpu-cloud-stub.bat")
                .lines()
                .filter(line -> line.contains("-jar"))
                .findFirst()
                .orElseThrow()
                .replace("%JAVA%", System.getProperty("java.home") + "/bin/java")
                .replace("%JAVA_OPTS%", "-Duser.language=en")
                .replace("%~dp0..\\", zip.home() + "/")
                .replace("%*", "--help");
        assertThat(command).doesNotContain("%");
        assertThat(output(new ProcessBuilder("sh", "-c", command))).contains("--stub.lifecycle.boot=20s");
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void theWindowsScriptRuns() throws IOException, InterruptedException {
        var script = new ProcessBuilder(
                List.of("cmd", "/c", zip.file("bin/gpu-cloud-stub.bat").toString(), "--help"));
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assertThat(output(script)).contains("--stub.lifecycle.boot=20s");
    }
}
