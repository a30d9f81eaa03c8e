package io.gpucloud.client.internal;

import feign.Client;
import feign.Contract;
import feign.Feign;
import feign.Request;
import feign.Retryer;
import feign.Util;
import feign.codec.Decoder;
import feign.codec.Encoder;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The parts of Feign that make calls of the service safe. Both our client and {@code GpuCloudFeign} consist of them.
 */
public record FeignParts(Settings settings, RequestOptions options, UnreadableLog log) {

    /** Parts with a log of their own. */
    public FeignParts(Settings settings, RequestOptions options) {
        this(settings, options, new UnreadableLog());
    }

    FeignParts with(RequestOptions other) {
        return new FeignParts(settings, other, log);
    }

    /** Sends requests by a client of the user. */
    public Client client(Client transport) {
        return client(new UserSuppliedTransport(transport, settings.executor()), true, options.returnFailures());
    }

    private Client client(Transport transport, boolean headersVisible, boolean anyCode) {
        List<CallListener> listeners = new ArrayList<>(settings.listeners());
        listeners.add(new CallLog());
        ResponseClassifier classifier = new ResponseClassifier(settings.timer()::now);
        ApiErrorDecoder errors = new ApiErrorDecoder(settings.rejections());
        EnvelopeDecoder decoder = new EnvelopeDecoder(classifier, errors, log, anyCode);
        CallStep decoding = new DecodingClient(transport, decoder, settings.timer());
        CallStep authenticating = new AuthenticatingClient(decoding, settings.apiKey(), userAgent());
        CallStep retrying = new RetryingClient(authenticating, options, settings.random(), settings.timer());
        CallStep observing = new ObservingClient(retrying, new Listeners(listeners));
        boolean plainHttp = settings.plainHttpAllowed() || settings.apiKey() == null;
        return new DeadlineClient(observing, options.deadline(), plainHttp, headersVisible);
    }

    private String userAgent() {
        String suffix = settings.userAgentSuffix();
        return suffix == null ? ClientVersion.USER_AGENT : ClientVersion.USER_AGENT + " " + suffix;
    }

    /** Reads interfaces. {@code other}: reads those without annotations of Feign. */
    public Contract contract(Contract other) {
        return new FeignContract(other);
    }

    /** Checks and writes request bodies. */
    public Encoder encoder() {
        return (body, type, request) -> {
            RequestValidator.check(body);
            try {
                request.body(Json.MAPPER.writeValueAsBytes(body), StandardCharsets.UTF_8);
            } catch (LinkageError unsupported) {
                throw new IllegalStateException(
                        "the request cannot be written, so nothing was sent: the versions of Jackson do not fit together",
                        unsupported);
            }
        };
    }

    /**
     * Returns what the client has decoded. Decodes the text again if a logger or a metric of Feign has wrapped the
     * body.
     */
    public Decoder decoder() {
        return (response, type) -> response.body() instanceof DecodedBody decoded
                ? decoded.value()
                : EnvelopeDecoder.decodeAgain(
                        type, Util.toByteArray(response.body().asInputStream()));
    }

    /** The timeouts of an attempt. */
    public Request.Options timeouts() {
        return new Request.Options(
                options.connectTimeout().toNanos(),
                TimeUnit.NANOSECONDS,
                options.readTimeout().toNanos(),
                TimeUnit.NANOSECONDS,
                false);
    }

    /** Implements an interface for this client. Its methods throw an exception for any code but that of success. */
    <T> T create(Class<T> type, String baseUrl, Transport transport) {
        return create(type, baseUrl, client(transport, false, false));
    }

    /** Implements an interface for users. Its methods may return headers, and failures if the options say so. */
    <T> T createForUsers(Class<T> type, String baseUrl, Transport transport) {
        return create(type, baseUrl, client(transport, true, options.returnFailures()));
    }

    // The name that both Feign 13.6 and later versions have.
    @SuppressWarnings("deprecation")
    private <T> T create(Class<T> type, String baseUrl, Client client) {
        return Feign.builder()
                .contract(new FeignContract(new Contract.Default()))
                .encoder(encoder())
                .client(client)
                .decoder(decoder())
                .retryer(Retryer.NEVER_RETRY)
                .options(timeouts())
                .requestInterceptors(settings.interceptors())
                .target(type, baseUrl);
    }
}
