package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.error.AuthenticationException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds the API key to operations that need one, and the other headers of the client. Makes the only copy of a request.
 * When a key is rejected, requests the current key from its supplier.
 *
 * @param keys supplies the key, or null if the client has none
 */
record AuthenticatingClient(CallStep next, @Nullable Supplier<ApiKey> keys, String userAgent) implements CallStep {

    private static final List<String> JSON = List.of("application/json");

    @Override
    public DecodedBody execute(Request request, CallContext call) {
        ApiKey renewed = call.takeRenewedKey();
        call.setKey(renewed == null && call.operation().secured() ? key(call) : renewed);
        try {
            return next.execute(withHeaders(request, call), call);
        } catch (AuthenticationException rejected) {
            call.renewKey(this::otherThan);
            throw rejected;
        }
    }

    private ApiKey key(CallContext call) {
        ApiKey key;
        try {
            key = keys == null ? null : keys.get();
        } catch (RuntimeException unavailable) {
            throw ApiErrorDecoder.keyMissing(call, unavailable);
        }
        // Going on would send the request without a key.
        if (key == null) {
            throw ApiErrorDecoder.keyMissing(call, null);
        }
        return key;
    }

    /** The current key; null if it is the rejected one, or if the supplier fails. */
    private @Nullable ApiKey otherThan(ApiKey rejected) {
        try {
            ApiKey present = keys == null ? null : keys.get();
            return present == null || present.equals(rejected) ? null : present;
        } catch (RuntimeException unavailable) {
            return null;
        }
    }

    private Request withHeaders(Request request, CallContext call) {
        // In any case, or a header that an interceptor or a listener writes in lower case is sent in addition to ours.
        Map<String, Collection<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        headers.putIfAbsent("Accept", JSON);
        if (request.body() != null) {
            headers.putIfAbsent("Content-Type", JSON);
        }
        headers.put("User-Agent", List.of(userAgent));
        call.listener().headers().forEach((name, value) -> headers.put(name, List.of(value)));
        String proposed = call.sentRequestId();
        call.setSentRequestId(headers.computeIfAbsent(CallContext.REQUEST_ID, name -> List.of(proposed)).stream()
                .findFirst()
                .orElse(proposed));
        ApiKey key = call.key();
        if (key != null) {
            headers.put("Authorization", List.of("Bearer " + key.value()));
        }
        return Request.create(
                request.httpMethod(),
                request.url(),
                headers,
                request.body(),
                request.charset(),
                request.requestTemplate());
    }
}
