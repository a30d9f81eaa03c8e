package io.gpucloud.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the zip, and runs its program by the script. */
@DisabledOnOs(OS.WINDOWS)
class CliDistributionIT {

    @TempDir
    static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws IOException {
        Path unpacked = Files.createDirectory(folder.resolve("a folder"));
        try (InputStream in = Files.newInputStream(Path.of(System.getProperty("distribution.zip")));
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = unpacked.resolve(entry.getName());
                Files.createDirectories(entry.isDirectory() ? file : file.resolveSibling("."));
                if (!entry.isDirectory()) {
                    Files.copy(zip, file);
                }
            }
        }
        try (Stream<Path> files = Files.list(unpacked)) {
            home = files.findFirst().orElseThrow();
        }
    }

    private static ProcessBuilder program(String cache, Path script, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("GPU_CLOUD_CACHE", cache);
        builder.environment().put("XDG_STATE_HOME", folder.toString());
        return builder;
    }

    private static String output(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static Path script() {
        return home.resolve("bin/gpu-cloud");
    }

    private static long caches() throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.filter(file -> file.getFileName().toString().contains("cache"))
                    .count();
        }
    }

    @Test
    void keepsACacheOfClasses() throws Exception {
        assertThat(output(program("on", script(), "--version"))).matches("gpu-cloud \\d.*\n");
        assertThat(caches()).isOne();
        assertThat(output(program("on", script(), "--version"))).matches("gpu-cloud \\d.*\n");
    }

    @Test
    void isFoundThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("gpu-cloud-link"), script());
        assertThat(output(program("off", link, "--help"))).contains("Usage: gpu-cloud");
    }

    /** The stub of the zip ends when its program does. */
    @Test
    void runsTheStubAndUsesIt() throws Exception {
        Process stub = program("off", script(), "stub", "--port", "0").start();
        try (BufferedReader output = stub.inputReader()) {
            String url = output.readLine().replace("export GPU_CLOUD_BASE_URL=", "");
            String key = output.readLine().replace("export GPU_CLOUD_API_KEY=", "");
            ProcessBuilder gpus = program("off", script(), "gpus", "--base-url", url);
            gpus.environment().put("GPU_CLOUD_API_KEY", key);
            assertThat(output(gpus)).contains("gpu-rtx-4090");
        } finally {
            stub.destroy();
        }
        assertThat(stub.waitFor()).isNotZero();
    }
}
