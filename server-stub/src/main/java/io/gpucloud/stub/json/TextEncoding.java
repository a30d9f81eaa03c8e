package io.gpucloud.stub.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Collections;
import java.util.Enumeration;

/** Checks that text is valid UTF-8. JSON parsers also accept overlong forms and UTF-16. */
public final class TextEncoding {

    private static final int AT_ONCE = 8_192;

    /** Why a request with a content coding is rejected. */
    public static final String CODED = "the header Content-Encoding must be left out: the body is read as it is sent";

    private TextEncoding() {}

    /** Whether a header {@code Content-Encoding}, if there is one, says that the body is encoded. */
    public static boolean isCoded(Enumeration<String> contentEncodings) {
        return Collections.list(contentEncodings).stream().anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
    }

    /**
     * Whether bytes are valid UTF-8 without a zero byte.
     *
     * @return false for overlong forms, for encoded surrogates, and for other encodings
     */
    public static boolean isJsonText(byte[] bytes) {
        // In UTF-8, only the character U+0000 has a zero byte.
        for (byte octet : bytes) {
            if (octet == 0) {
                return false;
            }
        }
        CharsetDecoder decoder = UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(AT_ONCE, bytes.length));
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(in, out.clear(), true);
        }
        return !result.isError();
    }

    /** Whether a text has no unpaired surrogate. A JSON escape can contain one, and UTF-8 cannot encode it. */
    public static boolean isWhole(String text) {
        return text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
