package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.stub.GpuCloudStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A stub in a separate process, which can be killed. */
final class StubProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final List<String> printed = new ArrayList<>();
    private final URI origin;

    private StubProcess(Process process) throws IOException {
        this.process = process;
        output = process.inputReader(UTF_8);
        origin = awaitOrigin();
        // A process whose output is not read stops when the pipe is full.
        Thread reader = new Thread(this::discardOutput);
        reader.setDaemon(true);
        reader.start();
    }

    private void discardOutput() {
        try {
            output.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            // It was killed.
        }
    }

    static StubProcess start(String... settings) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(settings));
        if (Stream.of(settings).noneMatch(setting -> setting.startsWith("--server.port="))) {
            arguments.add("--server.port=0");
        }
        return new StubProcess(JavaProcess.prepare(List.of("-Xmx512m"), GpuCloudStub.class, arguments.toArray())
                .redirectErrorStream(true)
                .start());
    }

    /** Its base address without a path. */
    URI origin() {
        return origin;
    }

    /** Kills it, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /**
     * Sends SIGTERM. Uses the process handle, because {@code Process.destroy} would close the output that is being
     * read.
     */
    void terminate() {
        process.toHandle().destroy();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the stub goes on: " + printed);
        }
        return process.exitValue();
    }

    private URI awaitOrigin() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            printed.add(line);
            if (line.contains("base URL")) {
                return URI.create(line.substring(line.indexOf("http")).strip()).resolve("/");
            }
        }
        throw new IOException("did not start: " + String.join("\n", printed));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
