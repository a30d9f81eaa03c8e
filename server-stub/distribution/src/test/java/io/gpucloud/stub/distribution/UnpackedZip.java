package io.gpucloud.stub.distribution;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * The unpacked zip of the distribution.
 *
 * @param home the folder inside it
 */
record UnpackedZip(Path home) {

    private static final Path ZIP = Path.of(System.getProperty("distribution.zip"));

    static UnpackedZip in(Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(ZIP);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.resolveSibling("."));
                    Files.copy(zip, file);
                }
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            return new UnpackedZip(files.findFirst().orElseThrow());
        }
    }

    Path file(String name) {
        return home.resolve(name);
    }

    String text(String name) throws IOException {
        return Files.readString(file(name));
    }

    /** A start by the script, without a cache of classes. */
    ProcessBuilder script(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", file("bin/gpu-cloud-stub").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("STUB_CACHE", "off");
        return builder;
    }

    /** The output of a program that succeeds. */
    static String output(ProcessBuilder program) throws IOException, InterruptedException {
        return output(program, 0);
    }

    static String output(ProcessBuilder program, int status) throws IOException, InterruptedException {
        Process process = program.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(status);
        return output;
    }
}
