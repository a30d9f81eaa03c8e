package io.gpucloud.stub.auth;

import java.util.regex.Pattern;

/** The forms of API keys, and their masked form. */
public final class KeyForm {

    private static final String DEMO = "demo-";
    private static final String TENANT = "tenant-";
    private static final Pattern TENANT_KEY = Pattern.compile(TENANT + "[a-z0-9-]{1,64}");

    private KeyForm() {}

    /** Whether a key has the form {@code tenant-NAME}. */
    static boolean isTenant(String token) {
        return TENANT_KEY.matcher(token).matches();
    }

    /**
     * Whether a key has a form that only stubs use. Such a key is no secret, because it opens nothing but an account of a stub.
     *
     * @return whether it begins with {@code demo-} or {@code tenant-}
     */
    public static boolean isStubKey(String token) {
        return token.startsWith(DEMO) || token.startsWith(TENANT);
    }

    /**
     * Masks a key.
     *
     * @return a stub key unchanged; the last four characters of any other key, or none if it is short
     */
    public static String mask(String token) {
        if (isStubKey(token)) {
            return token;
        }
        return token.length() < 12 ? "****" : "****" + token.substring(token.length() - 4);
    }
}
