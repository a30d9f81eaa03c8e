package io.gpucloud.client.internal;

import feign.Client;
import feign.Feign;
import feign.Request;
import feign.RequestTemplate;
import feign.Retryer;
import feign.Target;
import feign.codec.Decoder;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Implements generated interfaces. All of them share one chain of decorators.
 *
 * @param chain the outermost decorator
 */
record ApiFactory(Client chain, Settings settings) {

    /** Returns the object that {@link DecodingClient} decoded. */
    private static final Decoder DECODED = (response, type) -> DecodedBody.envelope(response);

    /** A factory over a transport. The interfaces of a raw one return envelopes with any code. */
    static ApiFactory of(
            Settings settings, RequestOptions options, Transport transport, UnreadableLog log, boolean raw) {
        List<CallListener> listeners = new ArrayList<>(settings.listeners());
        listeners.add(new CallLog());
        ApiErrorDecoder errors = new ApiErrorDecoder(new BaseUrlHints(settings.baseUrl()), settings.rejections());
        ResponseClassifier classifier = new ResponseClassifier(settings.timer()::now);
        Client decoding = new DecodingClient(transport, new EnvelopeDecoder(classifier, raw), errors, log);
        Client authenticating = new AuthenticatingClient(decoding, settings.apiKey(), userAgent(settings));
        Client retrying =
                new RetryingClient(authenticating, options.retryPolicy(), settings.random(), settings.timer());
        Client observing = new ObservingClient(retrying, new Listeners(listeners));
        return new ApiFactory(
                new DeadlineClient(observing, settings.baseUrl().toString(), options, DeadlineWatcher.INSTANCE),
                settings);
    }

    private static String userAgent(Settings settings) {
        String suffix = settings.userAgentSuffix();
        return suffix == null ? ClientVersion.USER_AGENT : ClientVersion.USER_AGENT + " " + suffix;
    }

    /** Implements a generated interface. */
    <T> T create(Class<T> type) {
        return Feign.builder()
                .contract(new GeneratedContract())
                .encoder((body, bodyType, request) ->
                        request.body(Json.MAPPER.writeValueAsBytes(body), StandardCharsets.UTF_8))
                .client(chain)
                .decoder(DECODED)
                .retryer(Retryer.NEVER_RETRY)
                .options(new SameForAll())
                .requestInterceptors(settings.interceptors())
                .target(new Service<>(type, settings.baseUrl().toString()));
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
