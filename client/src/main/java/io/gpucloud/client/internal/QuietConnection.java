package io.gpucloud.client.internal;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.jspecify.annotations.Nullable;

/**
 * A connection that logs neither headers nor bytes. HttpClient's own would print the API key as soon as somebody sets the
 * level of its loggers, or of all loggers, to DEBUG.
 */
final class QuietConnection extends DefaultManagedHttpClientConnection {

    private QuietConnection() {
        super("gpu-cloud");
    }

    static QuietConnection open(@Nullable Socket socket) throws IOException {
        QuietConnection connection = new QuietConnection();
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    @Override
    public void bind(Socket socket) throws IOException {
        bind(new SocketHolder(socket));
    }

    @Override
    public void bind(SSLSocket secured, Socket socket) throws IOException {
        bind(new SocketHolder(secured, socket));
    }

    @Override
    protected void onRequestSubmitted(ClassicHttpRequest request) {}

    @Override
    protected void onResponseReceived(ClassicHttpResponse response) {}
}
