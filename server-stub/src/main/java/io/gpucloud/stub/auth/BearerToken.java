package io.gpucloud.stub.auth;

import org.jspecify.annotations.Nullable;

/** The token in a header {@code Authorization} of the scheme Bearer. */
public final class BearerToken {

    private static final String SCHEME = "bearer ";

    private BearerToken() {}

    /**
     * Returns the text after the scheme, without white space around it; null without a header, or for another scheme.
     */
    public static @Nullable String of(@Nullable String header) {
        return header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? null
                : header.substring(SCHEME.length()).strip();
    }
}
