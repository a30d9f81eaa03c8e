package io.gpucloud.contract.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A proxy before a PostgreSQL server, which can break a connection at the commit of a change. */
final class CommitBreaker implements AutoCloseable {

    /** Where the connection breaks. */
    enum Place {
        /** The server does not receive the commit. */
        REQUEST,
        /**
         * The server does not receive the commit, and its connection stays open, as if the machine of the stub were
         * lost.
         */
        SILENCE,
        /** The server commits, and the client does not receive the response. */
        RESPONSE
    }

    /** A change of the state; an entry of the journal is none. */
    private static final Pattern CHANGE = Pattern.compile("insert into gpu_cloud_stub\\.(account|shared_value)");

    private static final int BUFFER = 65_536;

    private final int server;
    private final ServerSocket entrance;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<@Nullable Place> next = new AtomicReference<>();

    /** Starts a proxy before a server of this machine. */
    CommitBreaker(int server) throws IOException {
        this.server = server;
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** Breaks the connection at the next commit of an update, once. */
    void breakNext(Place place) {
        next.set(place);
    }

    /** Whether the connection of the last call of {@link #breakNext} has broken. */
    boolean hasBroken() {
        return next.get() == null;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                threads.execute(() -> serve(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket database = new Socket(InetAddress.getLoopbackAddress(), server)) {
            AtomicReference<@Nullable Place> breaking = new AtomicReference<>();
            threads.execute(() -> respond(database, client, breaking));
            boolean changes = false;
            boolean transaction = false;
            for (byte[] bytes = read(client); bytes.length > 0; bytes = read(client)) {
                String sent = new String(bytes, ISO_8859_1);
                changes |= CHANGE.matcher(sent).find();
                transaction |= sent.contains("BEGIN");
                // A statement outside of a transaction is its own commit.
                if (!transaction || sent.contains("COMMIT")) {
                    breaking.set(changes ? next.getAndSet(null) : null);
                    changes = false;
                    transaction = false;
                }
                if (breaking.get() == Place.REQUEST) {
                    return;
                }
                if (breaking.get() != Place.SILENCE) {
                    database.getOutputStream().write(bytes);
                }
            }
        } catch (IOException closed) {
            // One side has closed the connection.
        }
    }

    private static void respond(Socket database, Socket client, AtomicReference<@Nullable Place> breaking) {
        try (client) {
            for (byte[] bytes = read(database); bytes.length > 0; bytes = read(database)) {
                if (breaking.get() == Place.RESPONSE) {
                    return;
                }
                client.getOutputStream().write(bytes);
            }
        } catch (IOException closed) {
            // One side has closed the connection.
        }
    }

    private static byte[] read(Socket socket) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int length = socket.getInputStream().read(buffer);
        return Arrays.copyOf(buffer, Math.max(length, 0));
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.shutdown();
    }
}
