package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import feign.Client;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies name a Content-Encoding that the body does not have, or one that the client did not accept. */
class ContentEncodingTest extends ClientTestBase {

    private static final String CREATED =
            "{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_uuid\":\"i-1\",\"status\":1}}";
    private static final String BALANCE =
            "{\"code\":0,\"msg\":\"success\",\"data\":{\"balance\":1,\"card_balance\":2}}";
    private static final byte[] NOT_TEXT = {(byte) 0x8b, 1, (byte) 0x80, 0x7b, 3};

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }

    private static Reply bytes(byte[] body, String encoding) {
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n"
                + encoding + "\r\n\r\n";
        return connection -> {
            connection.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            connection.getOutputStream().write(body);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "none", "UTF-8, gzip", "gzip", "deflate", "br", "identity", "", "gzip;q=1"})
    void readsAPlainBodyWhateverItsHeaderSays(String encoding) {
        server.reply(Reply.json(200, CREATED, "Content-Encoding: " + encoding));

        assertThat(client.instances().create(TestClients.POD_SPEC).instanceUuid())
                .isEqualTo("i-1");
        assertThat(server.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "gzip, none", "utf-8", "identity"})
    void readsACompressedBodyWhateverItsHeaderSays(String encoding) throws IOException {
        server.reply(bytes(gzip(BALANCE), "Content-Encoding: " + encoding));

        assertThat(client.billing().balance().balance()).isEqualByComparingTo("1");
        assertThat(server.first().header("accept-encoding")).isEqualTo("gzip");
    }

    // The adapter of Feign that needs no other library.
    @SuppressWarnings("deprecation")
    @Test
    void readsACompressedBodyOfAnotherTransport() throws IOException {
        server.reply(bytes(gzip(BALANCE), "Content-Encoding: none"));
        GpuCloudClient own = client(builder -> builder.transport(new Client.Default(null, null)));
        assertThat(own.billing().balance().balance()).isEqualByComparingTo("1");
    }

    @Test
    void namesTheHeaderOfABodyThatCannotBeReadAndDoesNotRepeatTheRequest() throws IOException {
        byte[] whole = gzip(BALANCE);
        byte[] cut = Arrays.copyOf(whole, whole.length - 12);
        server.reply(bytes(NOT_TEXT, "Content-Encoding: br"), bytes(cut, "Content-Encoding: gzip"));

        for (String encoding : new String[] {"br", "gzip"}) {
            assertThat(catchThrowableOfType(
                            UnexpectedResponseException.class,
                            () -> client.billing().balance()))
                    .hasMessageContaining("the response is not JSON: its Content-Encoding is \"" + encoding + "\"");
        }
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void boundsTheLengthOfADecompressedBody() throws IOException {
        server.reply(bytes(gzip(" ".repeat(RawResponse.MAX_LENGTH + 1)), "Content-Encoding: gzip"));

        assertThat(catchThrowableOfType(
                        UnexpectedResponseException.class,
                        () -> client.billing().balance()))
                .hasMessageContaining("longer than " + RawResponse.MAX_LENGTH + " bytes");
    }
}
