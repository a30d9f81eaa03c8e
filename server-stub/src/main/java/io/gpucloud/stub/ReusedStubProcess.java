package io.gpucloud.stub;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

/**
 * A stub that stays when the process that started it ends. Other processes of the user find it by a file with its
 * address, which they touch when they begin to use the stub. It ends after a time without a request and without a
 * touch.
 */
final class ReusedStubProcess {

    /** How often it checks for requests, and whether its address was deleted. */
    private static final Duration CHECK = Duration.ofSeconds(1);

    private static final int PAUSE_MILLIS = 20;

    private final Path address;
    private LongSupplier requests = () -> 0;

    private ReusedStubProcess(Path run) {
        this.address = run.resolve("address");
    }

    /**
     * Runs the stub until it is not used any more. If another process does so already, it only prints the port of that
     * one.
     *
     * @param run the folder of the stub
     * @param idle the time without use
     */
    static void run(Path run, Duration idle, String... settings) throws IOException, InterruptedException {
        ReusedStubProcess process = new ReusedStubProcess(run);
        try (FileChannel channel = FileChannel.open(
                run.resolve(StubProcessMain.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (process.becomesTheOnlyOne(channel)) {
                ignore("INT");
                ignore("HUP");
                StubProcessMain.logTo(run);
                StubProcessMain.startOrReport(process::announce, settings);
                process.awaitTheEndOfUse(idle);
            } else {
                List<String> other = Files.readAllLines(process.address);
                StubProcessMain.printPort(URI.create(other.get(0)).getPort());
            }
        }
        System.exit(0);
    }

    /**
     * Ctrl+C, or the end of a terminal, ends the tests there, but not a stub that others use. SIGTERM does: the command
     * {@code stop} sends it, and so does the system when it ends. By reflection, because the compiler warns about
     * {@code sun.misc.Signal}.
     */
    private static void ignore(String name) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object named = signal.getConstructor(String.class).newInstance(name);
            Object ignoring = handler.getField("SIG_IGN").get(null);
            signal.getMethod("handle", signal, handler).invoke(null, named, ignoring);
        } catch (ReflectiveOperationException unsupported) {
            // Windows has no SIGHUP.
        }
    }

    /** Waits for the lock, which a stub that ends still has, or for the address of the stub that has it. */
    private boolean becomesTheOnlyOne(FileChannel channel) throws IOException, InterruptedException {
        for (FileLock lock = channel.tryLock(); lock == null; lock = channel.tryLock()) {
            if (Files.exists(address)) {
                return false;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        Files.deleteIfExists(address);
        return true;
    }

    private void announce(ServletWebServerInitializedEvent listening) {
        Connector connector =
                ((TomcatWebServer) listening.getWebServer()).getTomcat().getConnector();
        if (connector.getProtocolHandler().getExecutor() instanceof ThreadPoolExecutor threads) {
            requests = threads::getCompletedTaskCount;
        }
        int port = listening.getWebServer().getPort();
        String token = listening.getApplicationContext().getEnvironment().getProperty("stub.admin.token", "");
        try {
            publish("http://127.0.0.1:" + port, token);
        } catch (IOException full) {
            throw new IllegalStateException("The address of the stub cannot be written to " + address, full);
        }
        StubProcessMain.printPort(port);
    }

    /** Only the user may read the token. */
    private void publish(String origin, String token) throws IOException {
        Path part = address.resolveSibling("address.part");
        Files.deleteIfExists(part);
        if (part.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(part, List.of(origin, token, "" + ProcessHandle.current().pid()));
        Files.move(part, address, StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitTheEndOfUse(Duration idle) throws InterruptedException {
        try {
            Use last = use();
            for (long quiet = 0; quiet < idle.dividedBy(CHECK) || !withdraw(last); quiet++) {
                Thread.sleep(CHECK.toMillis());
                Use now = use();
                if (!now.equals(last)) {
                    last = now;
                    quiet = 0;
                }
            }
        } catch (IOException deleted) {
            // No process can find the stub any more.
        }
    }

    private Use use() throws IOException {
        return new Use(requests.getAsLong(), Files.getLastModifiedTime(address));
    }

    /**
     * Removes the address, unless another process has just begun to use it: a touch then either fails or is seen here.
     */
    private boolean withdraw(Use last) throws IOException {
        Path withdrawn = address.resolveSibling("address.old");
        Files.move(address, withdrawn, StandardCopyOption.ATOMIC_MOVE);
        if (Files.getLastModifiedTime(withdrawn).equals(last.touched())) {
            Files.delete(withdrawn);
            return true;
        }
        Files.move(withdrawn, address, StandardCopyOption.ATOMIC_MOVE);
        return false;
    }

    private record Use(long requests, FileTime touched) {}
}
