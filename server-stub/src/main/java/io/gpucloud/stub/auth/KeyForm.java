package io.gpucloud.stub.auth;

import java.util.regex.Pattern;

/** The forms of API keys, and their masked form. */
public final class KeyForm {

    private static final String DEMO = "demo-";
    private static final String TENANT = "tenant-";
    private static final Pattern TENANT_KEY = Pattern.compile(TENANT + "[A-Za-z0-9._-]{1,64}");

    private KeyForm() {}

    /** Whether a key has the form {@code tenant-NAME}. */
    static boolean isTenant(String token) {
        return TENANT_KEY.matcher(token).matches();
    }

    /**
     * Whether a key begins with {@code demo-} or {@code tenant-}. Such a key is no secret, because it opens only an
     * account of a stub.
     */
    public static boolean isStubKey(String token) {
        return token.startsWith(DEMO) || token.startsWith(TENANT);
    }

    /** Says why a key that does not exist was not created. */
    public static String whyUnknown(String token) {
        if (!token.startsWith(TENANT)) {
            return "the stub has no such key; demo-key and tenant-NAME open an account";
        }
        return isTenant(token)
                ? "stub.tenants.enabled=false: the key must be created with PUT /__admin/keys/KEY"
                : "NAME in tenant-NAME must have 1 to 64 of A-Z, a-z, 0-9, '.', '_' and '-'";
    }

    /** Masks a key except its last four characters, or all of a short one. Returns a stub key unchanged. */
    public static String mask(String token) {
        if (isStubKey(token)) {
            return token;
        }
        return token.length() < 12 ? "****" : "****" + token.substring(token.length() - 4);
    }
}
