package io.gpucloud.cli.stub;

import io.gpucloud.cli.output.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stub as a process, which ends with this one: at the latest when its standard input does. */
public record StubProgram(Process process, BufferedReader output, Path folder) implements AutoCloseable {

    private static final String JAR = "gpu-cloud-stub.jar";
    private static final String LOG = "stub.log";
    private static final String READY = "PORT ";
    private static final String FAILURE = "FAILED ";

    public static StubProgram start(List<String> settings) throws IOException {
        Path folder = Files.createTempDirectory("gpu-cloud-stub-");
        // A stub that does not start may leave them behind. The folder is deleted last.
        Stream.of("", "running.lock", LOG)
                .forEach(name -> folder.resolve(name).toFile().deleteOnExit());
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dspring.aot.enabled=true",
                "-Dgpu-cloud.stub.run=" + folder,
                "-cp",
                jar().toString(),
                "io.gpucloud.stub.StubProcessMain",
                "server.address=127.0.0.1"));
        line.addAll(settings);
        Process process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new StubProgram(process, process.inputReader(StandardCharsets.UTF_8), folder);
    }

    /**
     * Waits until it serves requests. Returns null if it ends before.
     *
     * @throws UsageException with the reason, if the stub cannot start with its settings
     */
    @Nullable
    public Integer awaitPort() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return Integer.valueOf(line.substring(READY.length()));
            }
            if (line.startsWith(FAILURE)) {
                throw new UsageException("the stub did not start: " + line.substring(FAILURE.length()));
            }
        }
        return null;
    }

    public void printLog(PrintWriter out) throws IOException {
        Path log = folder.resolve(LOG);
        if (Files.exists(log)) {
            out.println(Files.readString(log));
        }
    }

    /** Waits until the stub has deleted its folder: the end of this program would disturb that. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** The jar of the stub, in the folder of the jar of this program. */
    private static Path jar() {
        String chosen = System.getenv("GPU_CLOUD_STUB_JAR");
        try {
            Path own = Path.of(StubProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path jar = chosen == null ? own.resolveSibling(JAR) : Path.of(chosen);
            if (Files.isRegularFile(jar)) {
                return jar;
            }
            throw new UsageException("the stub is missing: " + jar + ". Set $GPU_CLOUD_STUB_JAR to its executable jar");
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
