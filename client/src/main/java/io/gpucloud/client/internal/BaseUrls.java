package io.gpucloud.client.internal;

import java.net.Proxy;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks and normalizes the base address. */
public final class BaseUrls {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private BaseUrls() {}

    /**
     * Reads a base address.
     *
     * @return the address without a slash at its end
     * @throws IllegalArgumentException if it is no http or https URL of a host, or holds user, query or fragment
     */
    public static URI parse(String text) {
        URI uri = URI.create(text.strip().replaceAll("/+$", ""));
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        Preconditions.require(
                (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null,
                "the base address must be an http or https URL such as https://HOST/api/open/v2, not '" + shown(uri)
                        + "'");
        Preconditions.require(
                uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null,
                "the base address must have no user, query or fragment: " + shown(uri));
        return uri;
    }

    /** The address without user and query, which may be secrets. */
    private static String shown(URI address) {
        return address.toString().replaceFirst("//[^/@]*@", "//...@").replaceFirst("[?#].*", "");
    }

    /**
     * Whether the connection to an address keeps the API key secret.
     *
     * @param proxy the proxy that was set for the connection, or null
     * @return true for https, and for this machine unless a proxy is set, which may be another machine
     */
    public static boolean keepsSecrets(URI address, @Nullable Proxy proxy) {
        boolean direct = proxy == null || proxy.type() == Proxy.Type.DIRECT;
        return address.getScheme().equalsIgnoreCase("https") || (direct && isLoopback(address));
    }

    /** Whether an address names this machine. */
    static boolean isLoopback(URI address) {
        return LOOPBACK.matcher(address.getHost().toLowerCase(Locale.ROOT)).matches();
    }
}
