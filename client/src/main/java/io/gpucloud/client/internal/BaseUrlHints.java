package io.gpucloud.client.internal;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Advice for failures whose usual cause is a wrong base URL. */
final class BaseUrlHints {

    private static final String VERSION_PATH = "/api/open/v2";

    private BaseUrlHints() {}

    /**
     * Returns advice for a response of another server or of another path of the service; null for any other response.
     */
    static @Nullable String of(CallContext call, RawResponse response) {
        if (isRedirect(response)) {
            return redirect(call, response);
        }
        boolean strange = response.status() == 404 || isHtml(response);
        if (strange && !call.baseUrl().endsWith(VERSION_PATH)) {
            return "The base URL " + call.baseUrl() + " does not end with " + VERSION_PATH;
        }
        return isHtml(response) && ResponseClassifier.isSuccess(response.status())
                ? "The response is HTML: a proxy or another server may have sent it. Check the base URL "
                        + call.baseUrl()
                : null;
    }

    private static boolean isRedirect(RawResponse response) {
        return response.status() >= 300 && response.status() < 400 && response.header("Location") != null;
    }

    private static String redirect(CallContext call, RawResponse response) {
        String location = location(call, response);
        String path = call.operation().path();
        return location.endsWith(path)
                ? "Did you mean the base URL " + location.substring(0, location.length() - path.length()) + "?"
                : "Check the base URL, which leads to another address";
    }

    /** Where a redirect leads, without what may be a secret: the key, the user and the query. */
    static String location(CallContext call, RawResponse response) {
        String location = ApiKeyRedactor.mask(
                call.key(), String.valueOf(response.header("Location")).strip());
        return location.replaceFirst("[?#].*", "").replaceFirst("//[^/@]*@", "//");
    }

    private static boolean isHtml(RawResponse response) {
        String type = response.header("Content-Type");
        return (type != null && type.toLowerCase(Locale.ROOT).startsWith("text/html"))
                || startsWithTag(response.bytes());
    }

    private static boolean startsWithTag(byte[] body) {
        String begin = new String(body, 0, Math.min(body.length, 100), StandardCharsets.UTF_8);
        return begin.stripLeading().startsWith("<");
    }
}
