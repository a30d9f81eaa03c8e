package io.gpucloud.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the stub. */
@Command(name = "stub")
final class StubCommand implements Callable<Integer> {

    private static final String JAR = "gpu-cloud-stub.jar";
    private static final String READY = "PORT ";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080")
    private int port = EnvCommand.PORT;

    @Option(names = "--observed")
    private boolean observed;

    @Parameters(paramLabel = "SETTING", description = "Settings of the stub, such as stub.lifecycle.boot=1s")
    private List<String> stubSettings = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        Path folder = Files.createTempDirectory("gpu-cloud-stub-");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dspring.aot.enabled=true",
                "-Dgpu-cloud.stub.run=" + folder,
                "-cp",
                jar().toString(),
                "io.gpucloud.stub.StubProcessMain",
                "server.port=" + port,
                "server.address=127.0.0.1",
                "stub.observed=" + observed));
        line.addAll(stubSettings);
        // The stub ends when its standard input does, which is also the case if this process is killed.
        Process stub = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = stub.inputReader()) {
            output.lines().forEach(text -> print(text, command.commandLine().getOut()));
        }
        int status = stub.waitFor();
        if (status != 0 && Files.exists(folder.resolve("stub.log"))) {
            command.commandLine().getErr().println(Files.readString(folder.resolve("stub.log")));
        }
        return status == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private static void print(String text, PrintWriter out) {
        if (text.startsWith(READY)) {
            EnvCommand.print(Integer.parseInt(text.substring(READY.length())), out);
        }
    }

    /** The jar of the stub beside the one of this program. */
    private static Path jar() {
        String chosen = System.getenv("GPU_CLOUD_STUB_JAR");
        try {
            Path own = Path.of(StubCommand.class
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
