package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import feign.Util;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport of the user's. What is not known of it is taken for the worse: a request counts as sent, and to close a body
 * may take as long as to read it. The JDK's own connections are so; the deadlines of others must not wait for that.
 */
record FeignTransport(Client client) implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(FeignTransport.class);
    private static final byte[] EMPTY = {};
    private static final Executor CLOSING = closing(8, 1024);

    /** Daemons, which end when there is nothing to close. More than they can take is refused, and ends by its timeouts. */
    private static Executor closing(int threads, int bodies) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(bodies), FeignTransport::daemon);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "gpu-cloud-closing");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Answer exchange(Request request, Limits limits) throws Broken, TooLong {
        AtomicReference<Response> answer = new AtomicReference<>();
        try (DeadlineTimer watch =
                new DeadlineTimer(limits.total(), () -> CLOSING.execute(() -> close(answer.get())))) {
            try (Response response = client.execute(request, options(limits))) {
                answer.set(response);
                return read(response, watch);
            } catch (IOException broken) {
                String what = watch.isOver() ? "the deadline of the call was over" : "the exchange broke: " + broken;
                throw new Broken(what, mayBeSent(broken), broken);
            } catch (VirtualMachineError hopeless) {
                // Not a failure of the transport alone.
                throw hopeless;
            } catch (RuntimeException | Error broken) {
                // A FeignException and its cause hold the request and so the key, and nobody knows what others hold.
                throw new Broken("the transport failed: " + broken.getClass().getSimpleName(), true, null);
            }
        }
    }

    private static void close(@Nullable Response answer) {
        try {
            Util.ensureClosed(answer);
        } catch (RuntimeException unclosable) {
            LOG.debug("an answer could not be closed", unclosable);
        }
    }

    private static Request.Options options(Limits limits) {
        return new Request.Options(limits.connect(), limits.silence(), false);
    }

    private static boolean mayBeSent(IOException broken) {
        return !(broken instanceof ConnectException
                || broken instanceof UnknownHostException
                || broken instanceof NoRouteToHostException);
    }

    private static Answer read(Response response, DeadlineTimer watch) throws IOException, TooLong {
        Response.Body body = response.body();
        Map<String, Collection<String>> headers = response.headers();
        return new Answer(
                response.status(),
                name -> headers.getOrDefault(name, List.of()).stream()
                        .findFirst()
                        .orElse(null),
                body == null
                        ? EMPTY
                        : BoundedBody.read(new Watched(body.asInputStream(), watch), -1, response.status()));
    }

    @Override
    public void close() {
        // It belongs to who made it.
    }

    /** A body that ends with the watch: while it is read, it may not let itself be closed. */
    private static final class Watched extends FilterInputStream {

        private final DeadlineTimer watch;

        Watched(InputStream body, DeadlineTimer watch) {
            super(body);
            this.watch = watch;
        }

        @Override
        public int read() throws IOException {
            requireTime();
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            requireTime();
            return super.read(bytes, offset, length);
        }

        private void requireTime() throws IOException {
            if (watch.isOver()) {
                throw new IOException("the answer came too late");
            }
        }
    }
}
