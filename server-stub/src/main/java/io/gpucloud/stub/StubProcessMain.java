package io.gpucloud.stub;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.gpucloud.stub.startup.StartFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Runs the stub for the tests of another process. Prints {@code PORT n} when it serves requests, or {@code FAILED} and
 * the reason if it cannot start. Ends when its standard input is closed, which happens at the latest when that process
 * ends. With {@code gpu-cloud.stub.idle} it stays, as a {@link ReusedStubProcess}.
 */
final class StubProcessMain {

    /** System property that names the folder with the log and the temporary files of this process. */
    private static final String RUN = "gpu-cloud.stub.run";
    /** System property that names the folder of the jar, if it is a temporary one. */
    private static final String TEMPORARY = "gpu-cloud.stub.temporary";
    /** System property with the time without use after which the process ends. It then does not end with its owner. */
    private static final String IDLE = "gpu-cloud.stub.idle";
    /** A file in the folder. As long as it is locked, no other process deletes the folder. */
    static final String LOCK = "running.lock";

    /** For the owner of this process. All other output goes to the log. */
    private static final PrintStream PROTOCOL = System.out;

    private StubProcessMain() {}

    /**
     * Starts the stub.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) throws IOException, InterruptedException {
        String folder = System.getProperty(RUN);
        // The build also runs this program, to prepare the context.
        if (folder == null) {
            limitLog();
            start(StubProcessMain::announce, settings);
            return;
        }
        Path run = Files.createDirectories(Path.of(folder));
        String idle = System.getProperty(IDLE);
        if (idle == null) {
            FileLock running = lock(run);
            logTo(run);
            Thread owner = watchOwner(run, running);
            outliveSignals(owner);
            startOrReport(StubProcessMain::announce, settings);
            owner.join();
        } else {
            ReusedStubProcess.run(run, Duration.parse(idle), settings);
        }
    }

    /**
     * Ctrl+C in a terminal, or the end of a CI job, reaches all processes of the tests. The cleanup of the tests still
     * needs the stub, so a signal does not end this process: its shutdown waits for the owner.
     */
    private static void outliveSignals(Thread owner) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                owner.join();
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /**
     * Starts the stub.
     *
     * @param listener called when Tomcat listens: the owner gets ready for its first request while the start ends
     */
    static void startOrReport(ApplicationListener<ServletWebServerInitializedEvent> listener, String... settings) {
        try {
            start(listener, settings);
        } catch (RuntimeException | Error failed) {
            PROTOCOL.println("FAILED " + StartFailure.describe(failed));
            PROTOCOL.flush();
            // Without the shutdown hook, which waits for the owner.
            Runtime.getRuntime().halt(1);
        }
    }

    private static void announce(ServletWebServerInitializedEvent listening) {
        printPort(listening.getWebServer().getPort());
    }

    static GpuCloudStub start(ApplicationListener<ServletWebServerInitializedEvent> listener, String... settings) {
        StartFailure.requireKnown(settings);
        String[] arguments = Stream.of(settings).map(setting -> "--" + setting).toArray(String[]::new);
        return GpuCloudStub.forTests(StubProcessMain.class, listener, arguments);
    }

    static void printPort(int port) {
        PROTOCOL.println("PORT " + port);
        PROTOCOL.flush();
    }

    private static FileLock lock(Path folder) throws IOException {
        return FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .lock();
    }

    static void logTo(Path folder) throws IOException {
        PrintStream log =
                new PrintStream(Files.newOutputStream(folder.resolve("stub.log")), true, StandardCharsets.UTF_8);
        System.setErr(log);
        System.setOut(log);
        limitLog();
    }

    private static void limitLog() {
        LoggerContext levels = (LoggerContext) LoggerFactory.getILoggerFactory();
        levels.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        levels.getLogger("gpu-cloud-stub.requests").setLevel(Level.INFO);
    }

    /**
     * From the beginning, because the owner may end while this process starts. A daemon, so that a failed start ends
     * the process.
     */
    private static Thread watchOwner(Path folder, FileLock running) {
        Thread owner = new Thread(() -> endWithOwner(folder, running), "owner");
        owner.setDaemon(true);
        owner.start();
        return owner;
    }

    private static void endWithOwner(Path folder, FileLock running) {
        try {
            while (System.in.read() >= 0) {
                // The owner writes nothing. Only the end of its output matters.
            }
        } catch (IOException closed) {
            // As good as the end of the stream.
        }
        try {
            running.channel().close();
        } catch (IOException unlocked) {
            // The lock ends with this process.
        }
        delete(folder);
        deleteTemporaryJar();
        // Without shutdown hooks, which would wait for requests in progress.
        Runtime.getRuntime().halt(0);
    }

    /** The owner may have been killed, so the last of its processes deletes what would stay in the temporary folder. */
    private static void deleteTemporaryJar() {
        String temporary = System.getProperty(TEMPORARY);
        if (temporary != null) {
            String[] others = Path.of(temporary, "runs").toFile().list();
            if (others != null && others.length == 0) {
                delete(Path.of(temporary));
            }
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException gone) {
            // The owner has already deleted it.
        }
    }
}
