package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import feign.Util;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.HeaderGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport supplied by the caller. Assumes the worst of it: a request counts as sent, and closing a body may block
 * as long as reading it, as it does with the JDK's own connections. The executor therefore closes bodies.
 */
record UserSuppliedTransport(Client client, Executor executor) implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(UserSuppliedTransport.class);

    @Override
    public RawResponse execute(Request request, CallContext call) throws ExchangeException {
        Deadline deadline = call.deadline();
        deadline.requireTime(false);
        AtomicReference<@Nullable Response> received = new AtomicReference<>();
        deadline.onAbort(() -> executor.execute(() -> close(received.get())));
        try (Response response =
                client.execute(request, new Request.Options(call.connectLimit(), call.readLimit(), false))) {
            received.set(response);
            return read(response, call);
        } catch (ExchangeException failed) {
            throw failed;
        } catch (IOException broken) {
            throw failure(broken, deadline);
        } catch (VirtualMachineError fatal) {
            // Not a failure of the transport only.
            throw fatal;
        } catch (RuntimeException | Error broken) {
            throw failure(broken);
        } finally {
            deadline.onAbort(null);
        }
    }

    private static ExchangeException failure(IOException broken, Deadline deadline) {
        String reason = deadline.reasonToStop();
        return new ExchangeException(
                reason == null ? "the exchange broke: " + CauseChain.message(broken) : reason,
                mayBeSent(broken),
                broken);
    }

    /**
     * Without the cause: a FeignException and its cause hold the request and so the key; what others hold is not known.
     */
    private static ExchangeException failure(Throwable broken) {
        return new ExchangeException(
                "the transport failed: " + broken.getClass().getSimpleName(), true, null);
    }

    private RawResponse read(Response response, CallContext call) throws IOException {
        Response.Body body = response.body();
        HeaderGroup headers = new HeaderGroup();
        response.headers()
                .forEach((name, values) -> values.forEach(value -> headers.addHeader(new BasicHeader(name, value))));
        return RawResponse.read(
                response.status(),
                headers,
                body == null ? null : new TimedInputStream(body.asInputStream(), call.deadline()),
                -1,
                call.memory());
    }

    private static void close(@Nullable Response response) {
        try {
            Util.ensureClosed(response);
        } catch (RuntimeException failed) {
            LOG.debug("a response could not be closed", failed);
        }
    }

    private static boolean mayBeSent(IOException broken) {
        return !(broken instanceof ConnectException
                || broken instanceof UnknownHostException
                || broken instanceof NoRouteToHostException);
    }

    /** The transport belongs to the caller, who closes it. */
    @Override
    public void close() {}
}
