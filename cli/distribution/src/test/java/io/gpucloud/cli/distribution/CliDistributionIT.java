package io.gpucloud.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
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

    /** CommandLinePageTest compares its commands with the program. */
    @Test
    void hasTheSkillForAgents() {
        assertThat(home.resolve("skills/gpu-cloud/SKILL.md")).content().startsWith("---\nname: gpu-cloud\n");
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

    @Test
    void leavesNothingBehindIfTheStubDoesNotStart() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary-stub"));
        ProcessBuilder program = program("off", script(), "stub", "--port", "0", "stub.no-such-setting=1");
        program.environment().put("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        assertThat(program.start().waitFor()).isEqualTo(120);
        assertThat(temporary).isEmptyDirectory();
    }

    /** The session of the page, each of whose results has the parts that follow the call. */
    @Test
    void anAgentPractisesInTheSandbox() throws Exception {
        String page = Files.readString(Path.of("../../docs/how-to/let-an-agent-rent.md"));
        String session = page.substring(page.indexOf("quote_rental {"), page.lastIndexOf("```"));
        ProcessBuilder program = program("off", script(), "mcp", "--sandbox", "--poll", "0.5s");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        program.environment().put("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        Path printed = folder.resolve("printed");
        Process server = program.redirectErrorStream(false)
                .redirectError(printed.toFile())
                .start();
        List<ProcessHandle> stub;
        try (BufferedReader results = server.inputReader();
                BufferedWriter calls = server.outputWriter()) {
            send(calls, 0, "initialize", """
                    {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}""");
            results.readLine();
            calls.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
            String quote = "";
            String[] lines = session.split("\n", -1);
            for (int i = 0; i + 1 < lines.length; i += 2) {
                String[] call = lines[i].replace("QUOTE", quote).split(" ", 2);
                String result = resultWith(lines[i + 1].strip(), call, calls, results);
                if (call[0].equals("quote_rental")) {
                    quote = result.replaceAll(".*\"quote_id\":\"([^\"]*)\".*", "$1");
                }
            }
            stub = server.children().toList();
        }
        assertThat(server.waitFor()).isZero();
        assertThat(printed)
                .content()
                .contains("within 10.00 per 1 d 0 h, 8.00 per hour, 2 rentals at a time and 4 h 0 min for each");
        stub.forEach(process -> process.onExit().join());
        assertThat(temporary).isEmptyDirectory();
    }

    /** Calls again until the result has a part, because a rental takes time. */
    private static String resultWith(String part, String[] call, BufferedWriter calls, BufferedReader results)
            throws IOException {
        String result = "";
        for (int i = 1; !result.contains(part); i++) {
            send(calls, i, "tools/call", "{\"name\":\"" + call[0] + "\",\"arguments\":" + call[1] + "}");
            result = results.readLine();
        }
        return result;
    }

    private static void send(BufferedWriter calls, int id, String method, String parameters) throws IOException {
        calls.write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters
                + "}\n");
        calls.flush();
    }
}
