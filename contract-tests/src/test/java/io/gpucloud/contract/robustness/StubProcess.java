package io.gpucloud.contract.robustness;

import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A stub in a separate process, which can be killed.
 *
 * @param log what it has printed
 * @param origin its base address without a path
 */
record StubProcess(Process process, Path log, URI origin) implements AutoCloseable {

    private static final Pattern BASE_URL = Pattern.compile("base URL.*(http://\\S+)\\s");

    static StubProcess start(String... settings) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of(settings));
        if (Stream.of(settings).noneMatch(setting -> setting.startsWith("--server.port="))) {
            arguments.add("--server.port=0");
        }
        Path log = Files.createTempFile("stub", ".log");
        log.toFile().deleteOnExit();
        Process process = JavaProcess.prepare(List.of("-Xmx512m"), GpuCloudStub.class, arguments.toArray())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Poll.until(() -> BASE_URL.matcher(Files.readString(log)).find(), () -> !process.isAlive());
        Matcher printed = BASE_URL.matcher(Files.readString(log));
        if (!printed.find()) {
            throw new IOException("did not start: " + Files.readString(log));
        }
        return new StubProcess(process, log, URI.create(printed.group(1)).resolve("/"));
    }

    /** Kills it, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    int awaitEnd() throws Exception {
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            throw new AssertionError("the stub goes on: " + Files.readString(log));
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
