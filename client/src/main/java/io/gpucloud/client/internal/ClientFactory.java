package io.gpucloud.client.internal;

import feign.Client;
import feign.Feign;
import feign.Request;
import feign.RequestTemplate;
import feign.Retryer;
import feign.Target;
import feign.codec.Decoder;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Creates clients. */
public final class ClientFactory {

    /** Returns the object that {@link DecodingClient} decoded. */
    private static final Decoder DECODED = (response, type) -> DecodedBody.envelope(response);

    private ClientFactory() {}

    /** Connects to a service. */
    public static GpuCloudClient connect(Settings settings) {
        Transport transport = settings.transport() == null
                ? new HttpTransport(settings.baseUrl(), settings.http())
                : new UserSuppliedTransport(settings.transport());
        return new DefaultClient(settings, transport);
    }

    /** Implements a generated interface. A raw implementation returns envelopes with any code. */
    static <T> T api(Class<T> type, Settings settings, Transport transport, UnreadableLog log, boolean raw) {
        String baseUrl = settings.baseUrl().toString();
        return Feign.builder()
                .contract(new GeneratedContract())
                .encoder((body, bodyType, request) ->
                        request.body(Json.MAPPER.writeValueAsBytes(body), StandardCharsets.UTF_8))
                .client(decorated(transport, settings, log, raw))
                .decoder(DECODED)
                .retryer(Retryer.NEVER_RETRY)
                .options(new SameForAll())
                .requestInterceptors(settings.interceptors())
                .target(new Service<>(type, baseUrl));
    }

    private static Client decorated(Transport transport, Settings settings, UnreadableLog log, boolean raw) {
        RequestOptions options = settings.options();
        List<CallListener> listeners = new ArrayList<>(settings.listeners());
        listeners.add(new CallLog());
        ApiErrorDecoder errors = new ApiErrorDecoder(new BaseUrlHints(settings.baseUrl()), settings.rejections());
        ResponseClassifier classifier = new ResponseClassifier(settings.timer()::now);
        Client decoding = new DecodingClient(transport, new EnvelopeDecoder(classifier, raw), errors, log);
        Client authenticating = new AuthenticatingClient(decoding, settings.apiKey(), userAgent(settings));
        Client retrying =
                new RetryingClient(authenticating, options.retryPolicy(), settings.random(), settings.timer());
        Client observing = new ObservingClient(retrying, new Listeners(listeners));
        return new DeadlineClient(observing, settings.baseUrl().toString(), options);
    }

    private static String userAgent(Settings settings) {
        String suffix = settings.userAgentSuffix();
        return suffix == null ? ClientVersion.USER_AGENT : ClientVersion.USER_AGENT + " " + suffix;
    }

    /** A target that keeps the URL as text. Feign's own targets parse the URL for every request. */
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

    /** The options of a call are in its {@link CallContext}. Feign's own options look up a map for every request. */
    private static final class SameForAll extends Request.Options {

        @Override
        public Request.Options getMethodOptions(String method) {
            return this;
        }
    }
}
