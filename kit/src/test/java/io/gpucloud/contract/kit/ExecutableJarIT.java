package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The executable jar, started as users do. */
@Tag("ci")
class ExecutableJarIT {

    private static final Path JAR = Path.of("target", "gpu-cloud-contract-kit.jar");
    private static final String KEY = "tenant-jar-4c1d9e";

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    @TempDir
    Path directory;

    /** The output and the exit code of a process. */
    private record Ended(int code, String output) {}

    private Ended run(String keyOfEnvironment, String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElse("java"), "-jar", JAR.toString()));
        command.addAll(List.of(("--url " + RUNS.url() + " " + arguments).strip().split(" ")));
        Path output = directory.resolve("output.txt");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().remove("GPU_CLOUD_API_KEY");
        if (!keyOfEnvironment.isEmpty()) {
            builder.environment().put("GPU_CLOUD_API_KEY", keyOfEnvironment);
        }
        Process process = builder.start();
        assertThat(process.waitFor(20, TimeUnit.MINUTES)).as("ended").isTrue();
        return new Ended(process.exitValue(), Files.readString(output, UTF_8));
    }

    @Test
    void runsAloneAndWritesItsReports() throws Exception {
        Path reports = directory.resolve("reports");
        Ended ended = run(KEY, "--read-only --only listPods --report-dir " + reports);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("listPods", "HELD")
                .doesNotContain("SLF4J")
                .doesNotContain(KEY);
        assertThat(reports.resolve("report.md")).isRegularFile();
    }

    @Test
    void neverWritesTheKeyOfItsCommandLine() throws Exception {
        Path reports = directory.resolve("reports");
        Ended ended = run("", "--key " + KEY + " --read-only --only getBalance --report-dir " + reports);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).doesNotContain(KEY);
        try (Stream<Path> files = Files.list(reports)) {
            List<Path> written = files.toList();
            assertThat(written).hasSizeGreaterThan(1);
            for (Path file : written) {
                assertThat(Files.readString(file).contains(KEY))
                        .as(file.toString())
                        .isFalse();
            }
        }
    }

    @Test
    void requiresAKeyAndExitsWith2() throws Exception {
        Ended ended = run("", "");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("no API key: set GPU_CLOUD_API_KEY or give --key");
    }

    @Test
    void containsNoClassesOfClientStubPactOrSpring() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("META-INF/openapi/gpu-cloud-v2.json")
                    .noneMatch(name -> name.matches("(io/gpucloud/(client|stub)|org/springframework|au/com/dius)/.*"));
        }
    }
}
