package io.gpucloud.stub.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the steps of {@code Dockerfile} and {@code compose.yaml} without a container, because this build cannot build
 * images.
 */
class ContainerFilesIT {

    private static final String HOME_INSIDE = "/opt/gpu-cloud-stub";

    private final UnpackedZip zip;

    ContainerFilesIT(@TempDir Path folder) throws IOException {
        zip = UnpackedZip.in(folder);
    }

    private static String find(String text, String regex) {
        Matcher found = Pattern.compile(regex, Pattern.MULTILINE).matcher(text);
        assertThat(found.find()).as(regex).isTrue();
        return found.group(1);
    }

    private ProcessBuilder shell(String command, Map<String, String> environment) {
        ProcessBuilder shell = new ProcessBuilder(
                        "sh", "-c", command.replace(HOME_INSIDE, zip.home().toString()))
                .redirectErrorStream(true);
        shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
        shell.environment().putAll(environment);
        return shell;
    }

    private static int run(ProcessBuilder shell) throws IOException, InterruptedException {
        Process process = shell.start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    @Test
    void theImageIsMadeInFewLinesAndRunsAsAUserWithoutRights() throws IOException {
        List<String> lines = zip.text("Dockerfile").lines().toList();
        assertThat(lines).hasSizeLessThanOrEqualTo(20).anyMatch(line -> line.startsWith("USER "));
    }

    @Test
    void theImageHoldsTheCacheOfClassesAndIsHealthyWhenItsStubResponds() throws IOException, InterruptedException {
        assertThat(run(shell(find(zip.text("Dockerfile"), "^RUN (sh .*)$"), Map.of())))
                .isZero();
        try (var files = Files.list(zip.home())) {
            assertThat(files.map(path -> path.getFileName().toString())).anyMatch(name -> name.startsWith("cache-"));
        }
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/wget")), "wget is not there, so the health check was not tried");
        String check = find(zip.text("compose.yaml"), "^ +test: '(.*)'$").replace("$$", "$");
        assertThat(check).as("other users can read command lines").doesNotContain("TOKEN");
        String entry = find(zip.text("Dockerfile"), "^ENTRYPOINT \\[(.*)\\]$").replaceAll("[\",]+", " ");
        var environment =
                Map.of("STUB_ADMIN_TOKEN", "a-token-for-tests", "SERVER_PORT", "0", "SERVER_ADDRESS", "127.0.0.1");
        assertThat(run(shell(check.replace(":8080", ":1"), environment))).isNotZero();

        Process stub = shell("exec " + entry, environment).start();
        try (BufferedReader output = stub.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null && !line.contains("base URL")) {
                line = output.readLine();
            }
            assertThat(line).isNotNull();
            String port = find(line, "(:\\d+)");
            assertThat(run(shell(check.replace(":8080", port), environment))).isZero();
        } finally {
            stub.destroy();
        }
    }
}
