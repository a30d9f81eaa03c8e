package io.gpucloud.stub.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.json.TextEncoding;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body must be valid UTF-8, and its texts must have no unpaired surrogates. */
class EncodingsTest extends AccountTestBase {

    private static final String RENAME = "{\"instance_uuid\":\"%s\",\"title\":\"%s\"}";

    private String instance;

    @BeforeEach
    void create() {
        instance = caller.create("gpu-rtx-4090").textAt("/data/instance_uuid");
    }

    private String rename(String title, Charset charset) throws IOException {
        return raw.post(
                key, "/instance/update_title", RENAME.formatted(instance, title).getBytes(charset));
    }

    private String title() {
        return caller.get("/instance/list").at("/data/instance_list/0/title").asString();
    }

    /** Overlong forms of NUL and of a slash, encoded surrogates, and invalid first bytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00C0\u0080",
                "\u00E0\u0080\u00AF",
                "\u00ED\u00A0\u0080",
                "\u00ED\u00BF\u00BF",
                "\u00FF",
                "\u00E2\u0082"
            })
    void bytesThatAreNotUtf8AreRejected(String title) throws IOException {
        assertThat(rename(title, ISO_8859_1)).contains("{\"code\":1,\"msg\":\"the body is not valid JSON in UTF-8\"}");
        assertThat(title()).isEqualTo("ComfyUI");
    }

    @Test
    void otherEncodingsAreRejected() throws IOException {
        for (Charset other : List.of(UTF_16, UTF_16LE, UTF_16BE, Charset.forName("UTF-32"))) {
            assertThat(rename("other", other)).as(other.name()).contains("the body is not valid JSON in UTF-8");
        }
        assertThat(title()).isEqualTo("ComfyUI");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "a\\udfff", "\\udc00\\ud800", "\\ud800\\ud800\\udc00"})
    void unpairedSurrogatesAreRejected(String title) throws IOException {
        assertThat(rename(title, UTF_8)).contains("title must be a text of whole characters");
        assertThat(title()).isEqualTo("ComfyUI");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83d\\ude00", "\u202E\u0301\u05D0", "\\u0000\\u001b[31m", "\uFEFF", "\uFFFF"})
    void anyOtherCharacterIsAccepted(String title) throws IOException {
        assertThat(rename(title, UTF_8)).contains("\"code\":0");
        assertThat(title()).isEqualTo(title.startsWith("\\u") ? unescaped(title) : title);
    }

    private static String unescaped(String title) {
        return title.startsWith("\\ud83d") ? "\uD83D\uDE00" : "\u0000\u001b[31m";
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "utf-8", "none", "identity, br"})
    void aContentEncodingIsRejectedWithTheNameOfTheHeader(String coding) {
        for (String path : List.of("/api/open/v2/instance/destroy", "/__admin/faults")) {
            Caller.Answer answer = caller.asStranger()
                    .call("POST", path, "{}", "Content-Type: application/json", "Content-Encoding: " + coding);
            assertThat(answer.status()).as(path).isEqualTo(415);
            assertThat(answer.text()).contains("the header Content-Encoding must be left out");
        }
    }

    @Test
    void theContentEncodingIdentityIsAccepted() {
        String body = RENAME.formatted(instance, "other");
        assertThat(caller.call(
                                "POST",
                                "/api/open/v2/instance/update_title",
                                body,
                                "Content-Type: application/json",
                                "Content-Encoding: Identity")
                        .code())
                .isZero();
        assertThat(title()).isEqualTo("other");
    }

    @Test
    void charactersAreCheckedAcrossTheBoundsOfBuffers() {
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
