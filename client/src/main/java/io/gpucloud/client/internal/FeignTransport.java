package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import feign.Util;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A transport of the user's. What is not known of it is taken for the worse: a request counts as sent. */
record FeignTransport(Client client) implements Transport {

    private static final byte[] EMPTY = {};

    @Override
    public Answer exchange(Request request, Limits limits) throws Broken, TooLong {
        AtomicReference<Response> answer = new AtomicReference<>();
        try (Watch watch = new Watch(limits.total(), () -> Util.ensureClosed(answer.get()))) {
            try (Response response = client.execute(request, options(limits))) {
                answer.set(response);
                if (watch.rang()) {
                    throw new IOException("the answer came too late");
                }
                return read(response);
            } catch (IOException broken) {
                String what = watch.rang() ? "the deadline of the call was over" : "the exchange broke: " + broken;
                throw new Broken(what, mayBeSent(broken), broken);
            } catch (RuntimeException broken) {
                // A FeignException and its cause hold the request and so the key, and nobody knows what others hold.
                throw new Broken("the transport failed: " + broken.getClass().getSimpleName(), true, null);
            }
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

    private static Answer read(Response response) throws IOException, TooLong {
        Response.Body body = response.body();
        Map<String, Collection<String>> headers = response.headers();
        return new Answer(
                response.status(),
                name -> headers.getOrDefault(name, List.of()).stream()
                        .findFirst()
                        .orElse(null),
                body == null ? EMPTY : BoundedBody.read(body.asInputStream(), -1, response.status()));
    }

    @Override
    public void close() {
        // It belongs to who made it.
    }
}
