package io.gpucloud.stub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** EncodingsTest sends bodies in other encodings. */
class TextEncodingTest {

    @Test
    void areReadInPiecesWithoutBreakingACharacter() {
        for (int length = 8_180; length < 8_200; length++) {
            byte[] text = ("a".repeat(length) + "\uD83D\uDE00".repeat(3)).getBytes(UTF_8);
            assertThat(TextEncoding.isJsonText(text)).as(length + " characters").isTrue();
            text[text.length - 1] = 'a';
            assertThat(TextEncoding.isJsonText(text))
                    .as(length + " characters, one broken")
                    .isFalse();
        }
    }
}
