package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a service may repeat a key, which no report may contain. */
class SecretRedactorTest {

    private static final String KEY = "sk-4f9aQ7+Zt2/m81xW";

    private final SecretRedactor redactor = new SecretRedactor();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Stream<Named<UnaryOperator<String>>> forms() {
        return Stream.of(
                Named.of("as it is", key -> key),
                Named.of("without its first character", key -> key.substring(1)),
                Named.of("without its ends", key -> key.substring(3, key.length() - 3)),
                Named.of("in upper case", key -> key.toUpperCase(Locale.ROOT)),
                Named.of("in lower case", key -> key.toLowerCase(Locale.ROOT)),
                Named.of("in a URL", key -> URLEncoder.encode(key, StandardCharsets.UTF_8)),
                Named.of("in hexadecimal", key -> HexFormat.of().formatHex(bytes(key))),
                Named.of("in Base64", key -> Base64.getEncoder().encodeToString(bytes(key))),
                Named.of("in Base64 with a name", key -> Base64.getEncoder().encodeToString(bytes("user:" + key))));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void masksAKeyHoweverItIsRepeated(UnaryOperator<String> form) {
        redactor.add(KEY);
        String repeated = form.apply(KEY);

        String masked = redactor.mask("no account has the key <" + repeated + ">, ask your administrator");

        assertThat(masked).startsWith("no account has the key <").endsWith(">, ask your administrator");
        for (int start = 0; start + 10 <= repeated.length(); start++) {
            assertThat(masked).doesNotContain(repeated.substring(start, start + 10));
        }
    }

    @Test
    void keepsAllOtherText() {
        redactor.add(KEY);
        redactor.add("a-token");
        String text = "instance 4f9a of pod-comfyui has status 22, a token was sent";

        assertThat(redactor.mask(text)).isEqualTo(text);
        assertThat(redactor.mask("abc")).isEqualTo("abc");
    }

    @Test
    void masksAShortSecretInAnyCase() {
        redactor.add("Pw1!");

        assertThat(redactor.mask("it is pw1!, or PW1!")).isEqualTo("it is ***, or ***");
    }
}
