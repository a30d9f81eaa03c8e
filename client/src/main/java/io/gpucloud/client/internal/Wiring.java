package io.gpucloud.client.internal;

import feign.Feign;
import feign.Request;
import feign.RequestTemplate;
import feign.Retryer;
import feign.Target;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Puts a client together. */
public final class Wiring {

    private Wiring() {}

    /**
     * Connects to a service.
     *
     * @param settings all that the client is made of
     * @return the client
     */
    public static GpuCloudClient connect(Settings settings) {
        Transport transport = settings.transport() == null
                ? new HttpTransport(settings.baseUrl())
                : new FeignTransport(settings.transport());
        return new DefaultClient(settings, transport);
    }

    /** An implementation of a generated interface; raw ones answer envelopes of any code. */
    static <T> T api(Class<T> type, Settings settings, Transport transport, boolean raw) {
        String baseUrl = settings.baseUrl().toString();
        return Feign.builder()
                .contract(new GeneratedContract())
                .encoder((body, bodyType, request) ->
                        request.body(Json.MAPPER.writeValueAsBytes(body), StandardCharsets.UTF_8))
                .client(loop(settings, transport, raw))
                .decoder(CallLoop.DECODER)
                .retryer(Retryer.NEVER_RETRY)
                .options(new SameForAll())
                .requestInterceptors(settings.interceptors())
                .target(new Service<>(type, baseUrl));
    }

    private static CallLoop loop(Settings settings, Transport transport, boolean raw) {
        RequestOptions options = settings.options();
        Failures failures = new Failures(settings.timer()::now);
        List<CallListener> listeners = new ArrayList<>(settings.listeners());
        listeners.add(new CallLog());
        return new CallLoop(
                settings.baseUrl().toString(),
                transport,
                new Answers(Json.MAPPER, failures, raw),
                failures,
                new Retries(options.retryPolicy(), settings.random()),
                new Credentials(settings.apiKey()),
                new Listeners(listeners),
                options,
                settings.timer()::now,
                settings.timer());
    }

    /** Where requests go. Feign's own targets parse the address anew for every request. */
    private record Service<T>(Class<T> type, String url) implements Target<T> {

        @Override
        public String name() {
            return url;
        }

        @Override
        public Request apply(RequestTemplate template) {
            return Request.create(
                    Request.HttpMethod.valueOf(template.method()),
                    url + template.url(),
                    template.headers(),
                    template.body(),
                    template.requestCharset(),
                    template);
        }
    }

    /** Feign's own options keep a map for each thread, which costs with every request. {@link CallLoop} goes by others anyway. */
    private static final class SameForAll extends Request.Options {

        @Override
        public Request.Options getMethodOptions(String method) {
            return this;
        }
    }
}
