package io.gpucloud.stub.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextsTest {

    @Test
    void areReadInPiecesWithoutBreakingACharacter() {
        for (int length = 8_180; length < 8_200; length++) {
            byte[] text = ("a".repeat(length) + "\uD83D\uDE00".repeat(3)).getBytes(UTF_8);
            assertThat(Texts.isJsonText(text)).as(length + " characters").isTrue();
            text[text.length - 1] = 'a';
            assertThat(Texts.isJsonText(text))
                    .as(length + " characters, one broken")
                    .isFalse();
        }
    }

    @Test
    void mustNotEndInTheMiddleOfACharacter() {
        assertThat(Texts.isJsonText(new byte[] {'"', (byte) 0xE2, (byte) 0x82})).isFalse();
    }

    @Test
    void holdNoZeroByte() {
        assertThat(Texts.isJsonText(new byte[] {'{', 0, '}'})).isFalse();
    }
}
