package io.gpucloud.stub.auth;

/** The forms of API keys, and their masked form. */
public final class KeyForm {

    private static final String DEMO = "demo-";
    private static final String TENANT = "tenant-";
    private static final int LONGEST_NAME = 64;

    private KeyForm() {}

    /** Whether a key has the form {@code tenant-NAME}. Called for every request. */
    static boolean isTenant(String token) {
        int length = token.length() - TENANT.length();
        if (length < 1 || length > LONGEST_NAME || !token.startsWith(TENANT)) {
            return false;
        }
        for (int i = TENANT.length(); i < token.length(); i++) {
            char letter = token.charAt(i);
            boolean fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
            if (!fits) {
                return false;
            }
        }
        return true;
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
