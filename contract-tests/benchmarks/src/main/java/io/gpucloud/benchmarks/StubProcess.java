package io.gpucloud.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A stub in a process of its own, so that its costs are not measured as costs of its callers. */
final class StubProcess {

    private static final String BASE_URL = "base URL";

    private StubProcess() {}

    /**
     * Starts a stub with a frozen clock, so that instances are not billed. It stops with this JVM.
     *
     * @param settings more settings, such as {@code stub.limits.bills=10}
     * @return its address, with the base path
     */
    static String start(String... settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-jar",
                System.getProperty("stub.jar"),
                "--server.port=0",
                "--stub.clock.frozen=true"));
        Stream.of(settings).forEach(setting -> command.add("--" + setting));
        Process process =
                new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains(BASE_URL)) {
                return line.substring(line.indexOf(BASE_URL) + BASE_URL.length())
                        .strip();
            }
        }
        throw new IOException("the stub did not start");
    }
}
