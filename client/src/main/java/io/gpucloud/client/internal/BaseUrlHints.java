package io.gpucloud.client.internal;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Advice for failures whose usual cause is a wrong base URL. */
record BaseUrlHints(URI baseUrl) {

    private static final String VERSION_PATH = "/api/open/v2";

    /** Returns advice for a response of another server or of another path of the service; null for any other response. */
    @Nullable
    String of(CallContext call, RawResponse response) {
        if (isRedirect(response)) {
            return redirect(call, response);
        }
        boolean strange = response.status() == 404 || isHtml(response);
        if (strange && !baseUrl.getPath().endsWith(VERSION_PATH)) {
            return "The base URL " + baseUrl + " does not end with " + VERSION_PATH + ". Did you mean " + suggestion()
                    + "?";
        }
        return isHtml(response) && ResponseClassifier.isSuccess(response.status())
                ? "The response is HTML: a proxy or another server may have sent it. Check the base URL " + baseUrl
                : null;
    }

    private String suggestion() {
        String address = baseUrl.toString();
        int other = baseUrl.getPath().indexOf("/api");
        String root = other < 0
                ? address
                : address.substring(0, address.length() - baseUrl.getPath().length() + other);
        return root + VERSION_PATH;
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
