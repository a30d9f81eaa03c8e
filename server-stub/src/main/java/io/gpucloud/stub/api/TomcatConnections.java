package io.gpucloud.stub.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
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
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.NioChannel;
import org.jspecify.annotations.Nullable;

/** Sends responses early and breaks connections on purpose. The only class that uses internals of Tomcat for it. */
final class TomcatConnections {

    private static final String REQUEST = TomcatConnections.class.getName();

    private TomcatConnections() {}

    /**
     * Sends what is left of an answer, as Tomcat does once all is done. But then Tomcat does not count the request any longer, and
     * a stub that is to end waits for those that it counts, and closes all connections.
     */
    static void send(HttpServletRequest request) throws IOException {
        Request tomcat = tomcat(request);
        tomcat.finishRequest();
        tomcat.getResponse().finishResponse();
    }

    /** Closes the connection of a request without a word more. */
    static void close(HttpServletRequest request) {
        tomcat(request).getCoyoteRequest().action(ActionCode.CLOSE_NOW, new Broken(false));
    }

    /** Resets the connection of a request (TCP RST), so that the caller does not learn its outcome. */
    static void reset(HttpServletRequest request) {
        tomcat(request).getCoyoteRequest().action(ActionCode.CLOSE_NOW, new Broken(true));
    }

    /** Whether no more of a body can be read: all of it was, reading it failed, or its caller waits to be asked for it. */
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

    /** Receives bytes that nothing reads. */
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

    /** Tells a processor how to break a connection: as if the caller had, which is no error of the server. */
    private static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        private final boolean reset;

        Broken(boolean reset) {
            super("broken on purpose");
            this.reset = reset;
        }
    }

    /** Keeps Tomcat's own request within reach of a filter, who sees only its facade. */
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

    /** HTTP as Tomcat speaks it, except that a connection can be reset. Public, because Tomcat makes it by its name. */
    public static final class Protocol extends Http11NioProtocol {

        private static final int SELECTOR_MILLIS = 25;

        /**
         * Created by Tomcat. A broken connection is closed at the next run of the selector, so it runs more than once a second.
         * {@code Expect: 100-continue} is confirmed only when the body is read, after the request is accepted.
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
                            && broken.reset
                            && getSocketWrapper().getSocket() instanceof NioChannel channel) {
                        discardWhatIsUnsent(channel);
                    }
                    super.setErrorState(state, cause);
                }
            };
        }

        /** A socket that lingers for no time sends a reset when it is closed. */
        private void discardWhatIsUnsent(NioChannel channel) {
            try {
                channel.getIOChannel().setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException gone) {
                getLog().debug("The connection is gone already", gone);
            }
        }
    }
}
