package io.gpucloud.stub.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.coyote.ErrorState;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.buf.MessageBytes;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.NioChannel;
import org.jspecify.annotations.Nullable;

/** Sends responses early and breaks connections on purpose. The only class that uses internals of Tomcat for it. */
final class TomcatConnections {

    private static final String REQUEST = TomcatConnections.class.getName();
    /** Not enough to be taken for HTTP by any caller, and enough to show that the server has responded. */
    private static final byte[] START_OF_STATUS_LINE = {'H', 'T'};

    private TomcatConnections() {}

    /**
     * Sends the rest of a response now. Tomcat would send it after it has stopped counting the request. A stopping stub
     * waits only for counted requests, and then closes all connections.
     */
    static void send(HttpServletRequest request) throws IOException {
        Request tomcat = tomcat(request);
        tomcat.finishRequest();
        tomcat.getResponse().finishResponse();
    }

    /** Closes the connection of a request without sending anything else. */
    static void close(HttpServletRequest request) {
        tomcat(request).getCoyoteRequest().action(ActionCode.CLOSE_NOW, new Broken(channel -> {}));
    }

    /**
     * Closes the connection of a request within the status line of the response. Many callers send a request again if a
     * reused connection ends before the first byte of a response; none does after it.
     */
    static void closeInStatusLine(HttpServletRequest request) {
        Broken broken = new Broken(channel -> channel.write(ByteBuffer.wrap(START_OF_STATUS_LINE)));
        tomcat(request).getCoyoteRequest().action(ActionCode.CLOSE_NOW, broken);
    }

    /** Resets the connection of a request (TCP RST), so that the caller does not learn its outcome. */
    static void reset(HttpServletRequest request) {
        // With a linger time of zero, closing the socket sends a reset.
        Broken broken = new Broken(channel -> channel.getIOChannel().setOption(StandardSocketOptions.SO_LINGER, 0));
        tomcat(request).getCoyoteRequest().action(ActionCode.CLOSE_NOW, broken);
    }

    /**
     * Whether no more of a body can be read: it was read completely, reading failed, or the caller waits for {@code 100
     * Continue}.
     */
    static boolean isReadToEnd(HttpServletRequest request) {
        org.apache.coyote.Request coyote = tomcat(request).getCoyoteRequest();
        return coyote.isFinished() || coyote.hasExpectation() || coyote.getErrorException() != null;
    }

    /** Reads and drops some of a body after the response was sent. Returns false at its end. */
    static boolean readSomeOfBody(HttpServletRequest request) throws IOException {
        return tomcat(request).getCoyoteRequest().doRead(new DroppedBytes()) >= 0;
    }

    /** Closes the connection after the response. Tomcat would wait for the rest of the body. */
    static void leaveRestUnread(HttpServletRequest request) {
        tomcat(request).getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }

    private static Request tomcat(HttpServletRequest request) {
        return (Request) Objects.requireNonNull(request.getAttribute(REQUEST));
    }

    /** A buffer for bytes that are dropped. */
    private static final class DroppedBytes implements ApplicationBufferHandler {
        private ByteBuffer bytes = ByteBuffer.allocate(0);

        @Override
        public void setByteBuffer(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return bytes;
        }

        @Override
        public void expand(int size) {
            // Tomcat hands over a buffer of its own.
        }
    }

    /** Breaks a connection as if the caller had closed it, so that Tomcat does not log a server error. */
    private static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient BeforeClose beforeClose;

        Broken(BeforeClose beforeClose) {
            super("broken on purpose");
            this.beforeClose = beforeClose;
        }
    }

    /** The last action on a connection. */
    private interface BeforeClose {
        void accept(NioChannel channel) throws IOException;
    }

    /** Makes Tomcat's internal request available to filters, which only see its facade. */
    static final class Reach extends ValveBase {
        Reach() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            request.setAttribute(REQUEST, request);
            getNext().invoke(request, response);
        }
    }

    /**
     * Tomcat's HTTP protocol with support for connection resets and for underscores in host names. Public, because
     * Tomcat creates it by its class name.
     */
    public static final class Protocol extends Http11NioProtocol {

        private static final int SELECTOR_MILLIS = 25;

        /**
         * Created by Tomcat. A broken connection is closed at the next run of the selector, so it runs more than once a
         * second. {@code Expect: 100-continue} is confirmed only when the body is read, after the request is accepted.
         */
        public Protocol() {
            setSelectorTimeout(SELECTOR_MILLIS);
            setContinueResponseTiming(ContinueResponseTiming.ON_REQUEST_BODY_READ.toString());
        }

        @Override
        protected Processor createProcessor() {
            return new Http11Processor(this, getAdapter()) {
                @Override
                protected void setErrorState(ErrorState state, @Nullable Throwable cause) {
                    if (cause instanceof Broken broken
                            && getSocketWrapper().getSocket() instanceof NioChannel channel) {
                        apply(broken.beforeClose, channel);
                    }
                    super.setErrorState(state, cause);
                }

                /** Compose allows underscores in the names of services, and Tomcat rejects such a host. */
                @Override
                protected void parseHost(@Nullable MessageBytes host) {
                    String name = host == null || host.isNull() ? "" : host.toString();
                    if (!name.contains("_")) {
                        super.parseHost(host);
                        return;
                    }
                    byte[] accepted = name.replace('_', '-').getBytes(StandardCharsets.ISO_8859_1);
                    MessageBytes other = MessageBytes.newInstance();
                    other.setBytes(accepted, 0, accepted.length);
                    super.parseHost(other);
                    MessageBytes parsed = request.serverName();
                    if (!parsed.isNull()) {
                        parsed.setString(name.substring(0, parsed.getLength()));
                    }
                }
            };
        }

        private void apply(BeforeClose last, NioChannel channel) {
            try {
                last.accept(channel);
            } catch (IOException gone) {
                getLog().debug("The connection is gone already", gone);
            }
        }
    }
}
