package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.JournaledRequest;
import io.gpucloud.stub.journal.RequestJournal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * Sends a request of the journal again, to the port on which the stub listens, so that it passes through everything that a request of a
 * caller does. It is written to a plain connection, because an HTTP client would reject or change unusual paths, and might repeat a
 * request whose connection is reset.
 */
final class RequestReplay {

    /** Longer than the longest delay of a fault. */
    private static final int TIMEOUT_MILLIS = 90_000;

    private static final String MASK = "****";
    private static final char UNDECODABLE = '\uFFFD';
    private static final List<String> KEPT_HEADERS = List.of("accept", "content-type");

    private final RequestJournal journal;
    private final Environment environment;
    private final AtomicLong replays = new AtomicLong();

    RequestReplay(RequestJournal journal, Environment environment) {
        this.journal = journal;
        this.environment = environment;
    }

    /**
     * Sends a request again.
     *
     * @param apiKey the key for the new request, or null for that of the original one
     * @throws ProblemException if the key is not a stub key, or if the journal does not have the whole request
     */
    JournalEntry replay(JournalEntry original, @Nullable String apiKey) {
        if (apiKey != null && !KeyForm.isStubKey(apiKey)) {
            throw ProblemException.badMember("api_key", "must begin with demo- or tenant-");
        }
        requireComplete(original);
        String mark = original.id() + "/" + replays.incrementAndGet();
        send(original.request(), apiKey == null ? ownKey(original) : apiKey, mark);
        return journal.find(JournalFilter.ALL, Integer.MAX_VALUE).entries().stream()
                .filter(entry -> mark.equals(entry.request().headers().get(RequestJournal.REPLAY_HEADER)))
                .findFirst()
                .orElseThrow(() -> ProblemException.conflict("the new request is not in the journal any more"));
    }

    private static void requireComplete(JournalEntry original) {
        JournaledRequest request = original.request();
        String body = Objects.requireNonNullElse(request.body().text(), "");
        if (request.body().truncated() || body.indexOf(UNDECODABLE) >= 0) {
            throw ProblemException.conflict("the journal does not have the exact body of " + original.id());
        }
        if ((request.path() + request.query() + body).contains(MASK)) {
            throw ProblemException.conflict("part of " + original.id() + " is masked");
        }
    }

    private static @Nullable String ownKey(JournalEntry original) {
        String apiKey = original.request().apiKey();
        if (apiKey != null && !KeyForm.isStubKey(apiKey)) {
            throw ProblemException.conflict(
                    original.id() + " was sent with a key that is not a stub key; name one in api_key");
        }
        return apiKey;
    }

    private void send(JournaledRequest request, @Nullable String apiKey, String mark) {
        try (Socket socket = new Socket(address(), port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(message(request, apiKey, mark));
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            // A fault resets the connection. The journal has the request by then.
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private byte[] message(JournaledRequest request, @Nullable String apiKey, String mark) {
        String query = request.query() == null ? "" : "?" + request.query();
        String text = request.body().text();
        byte[] body = text == null ? new byte[0] : text.getBytes(UTF_8);
        StringBuilder head = new StringBuilder(request.method() + " " + request.path() + query + " HTTP/1.1\r\n");
        // The address that the caller used, so that exports of the new request name it as well.
        header(head, "host", request.headers().getOrDefault("host", "localhost:" + port()));
        header(head, "connection", "close");
        header(head, RequestJournal.REPLAY_HEADER, mark);
        header(head, "authorization", apiKey == null ? null : "Bearer " + apiKey);
        KEPT_HEADERS.forEach(name -> header(head, name, request.headers().get(name)));
        header(head, "content-length", body.length == 0 && text == null ? null : String.valueOf(body.length));
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(head.append("\r\n").toString().getBytes(UTF_8));
        message.writeBytes(body);
        return message.toByteArray();
    }

    private static void header(StringBuilder head, String name, @Nullable String value) {
        if (value != null) {
            head.append(name).append(": ").append(value).append("\r\n");
        }
    }

    private InetAddress address() throws IOException {
        String address = environment.getProperty("server.address", "127.0.0.1");
        InetAddress listening = InetAddress.getByName(address);
        return listening.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listening;
    }

    private int port() {
        return environment.getRequiredProperty("local.server.port", Integer.class);
    }
}
