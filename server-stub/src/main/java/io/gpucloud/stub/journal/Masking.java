package io.gpucloud.stub.journal;

import io.gpucloud.stub.auth.KeyForm;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Masks API keys in the parts of a request and its response that are displayed, wherever they occur, also encoded or
 * under another name. Stub keys ({@code demo-*}, {@code tenant-*}) are not masked, because they open nothing but
 * accounts of a stub.
 */
public final class Masking {

    private static final String NOTHING = "****";
    private static final Set<String> SECRET_HEADERS = Set.of(
            "authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "x-auth-token", "x-access-token");
    private static final Set<String> SECRET_PARAMETERS =
            Set.of("account", "api_key", "apikey", "api-key", "key", "token", "access_token", "secret", "password");
    private static final Pattern KEY_IN_PATH = Pattern.compile("(/(?:accounts|keys)/[./]*)([^/]+)");
    private static final Pattern PARAMETERS_OF_PATH = Pattern.compile(";[^/]*");
    /** Shorter ones are parts of other words. */
    private static final int SHORTEST = 8;
    /** Largest part of a body that is kept, in bytes. */
    private static final int MAX_BODY = 16 * 1024;

    private static final String BEARER = "Bearer";

    private final @Nullable String token;
    private final String masked;

    /**
     * Masks one request.
     *
     * @param token the whole key of the request, or null if it has none
     */
    public Masking(@Nullable String token) {
        boolean replaceable = token != null && (token.length() >= SHORTEST || KeyForm.isStubKey(token));
        this.token = replaceable ? token : null;
        masked = token == null ? NOTHING : KeyForm.mask(token);
    }

    /**
     * Masks a header.
     *
     * @return the value with secrets masked
     */
    public String header(String name, String value) {
        if (!SECRET_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            return text(value);
        }
        if (token == null || !value.endsWith(token)) {
            return NOTHING;
        }
        if (value.length() == token.length()) {
            return masked;
        }
        // Any other word before the key may be a secret as well.
        return value.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? BEARER + " " + masked : NOTHING;
    }

    /** Masks the keys in a path. Decodes an encoded path if something was masked. */
    public String path(String path) {
        String plain = decoded(PARAMETERS_OF_PATH.matcher(path).replaceAll(""));
        String masked = KEY_IN_PATH
                .matcher(text(plain))
                .replaceAll(found -> found.group(1) + Matcher.quoteReplacement(KeyForm.mask(found.group(2))));
        String whole = decoded(path);
        return masked.equals(plain) && text(whole).equals(whole) ? path : masked;
    }

    /**
     * Masks a query.
     *
     * @param query as it was sent, or null
     * @return the query with masked values of parameters that look like keys; null for null
     */
    public @Nullable String query(@Nullable String query) {
        return query == null
                ? null
                : Stream.of(query.split("&", -1)).map(this::parameter).collect(Collectors.joining("&"));
    }

    private String parameter(String parameter) {
        int equals = parameter.indexOf('=');
        String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
        String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
        if (SECRET_PARAMETERS.contains(name.toLowerCase(Locale.ROOT))) {
            return name + "=" + KeyForm.mask(value);
        }
        String decoded = decoded(parameter);
        String masked = text(decoded);
        return masked.equals(decoded) ? parameter : masked;
    }

    /** Masks the key of the request in any text. */
    public String text(String text) {
        return token == null || token.equals(masked) ? text : text.replace(token, masked);
    }

    /**
     * Masks a body.
     *
     * @return the body with the key of the request masked, or the start of a large one. The cut leaves no part of a key
     */
    public JournaledBody body(byte[] bytes) {
        if (bytes.length <= MAX_BODY) {
            return new JournaledBody(text(new String(bytes, StandardCharsets.UTF_8)), false);
        }
        String start = text(new String(bytes, 0, startOfCharacter(bytes, MAX_BODY), StandardCharsets.UTF_8));
        int end = token == null || token.equals(masked) ? 0 : token.length();
        return new JournaledBody(start.substring(0, Math.max(0, start.length() - end)), true);
    }

    /** The largest index up to the given one at which no character of UTF-8 is cut. */
    private static int startOfCharacter(byte[] bytes, int index) {
        int start = index;
        while (start > 0 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }

    /** Leaves undecodable text as it is. Escapes characters that could end a log line or start another member of it. */
    private static String decoded(String text) {
        try {
            return text.indexOf('%') < 0
                    ? text
                    : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8)
                            .replaceAll("[\\p{Cntrl}\\s\u2028\u2029]", "?");
        } catch (IllegalArgumentException undecodable) {
            return text;
        }
    }
}
