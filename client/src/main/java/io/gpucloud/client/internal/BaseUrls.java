package io.gpucloud.client.internal;

import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks and normalizes the base address. */
public final class BaseUrls {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    /**
     * A host and an optional port. In contrast to {@link URI#getHost()}, a host may have underscores, as in Compose
     * files.
     */
    private static final Pattern AUTHORITY = Pattern.compile("([\\w.-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?");

    private static final String FORM = "the base address must be an http or https URL such as https://HOST/api/open/v2";

    private BaseUrls() {}

    /**
     * Reads a base address: an http or https URL of a host, without user, query and fragment. Removes slashes from its
     * end.
     */
    public static URI parse(String text) {
        URI uri = uri(text.strip().replaceAll("/+$", ""));
        String authority = Objects.requireNonNullElse(uri.getRawAuthority(), "");
        Preconditions.require(
                !authority.contains("@") && uri.getRawQuery() == null && uri.getRawFragment() == null,
                "the base address must have no user, query or fragment: " + shown(uri));
        String scheme = Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
        boolean valid = scheme.matches("https?") && AUTHORITY.matcher(authority).matches();
        Preconditions.require(valid, FORM + ", not '" + shown(uri) + "'");
        return uri;
    }

    /** The exception has neither the address nor a cause that quotes it, because the address may have a password. */
    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException invalid) {
            throw new IllegalArgumentException(FORM + ": " + invalid.getReason() + " at index " + invalid.getIndex());
        }
    }

    /** The address without user and query, which may be secrets. */
    private static String shown(URI address) {
        return address.toString().replaceFirst("//[^/@]*@", "//...@").replaceFirst("[?#].*", "");
    }

    /**
     * Requires that the connection to an address keeps the API key secret: by https, or because it leads to this
     * machine. A proxy may be another machine.
     */
    public static void requireSecrecy(URI address, @Nullable Proxy proxy) {
        boolean direct = proxy == null || proxy.type() == Proxy.Type.DIRECT;
        Preconditions.require(
                "https".equalsIgnoreCase(address.getScheme()) || (direct && isLoopback(address)),
                "the API key would travel unencrypted to " + address + ": use https, or allowPlainHttp(true)");
    }

    /** Whether an address names this machine. */
    static boolean isLoopback(URI address) {
        String host = String.valueOf(address.getRawAuthority()).replaceFirst(":\\d*$", "");
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }
}
