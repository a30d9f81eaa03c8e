package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of exceptions: what went wrong, where, and what to do. */
class ExceptionMessagesTest extends ClientTestBase {

    private GpuCloudException failure(Reply reply) {
        return failure(reply, url -> url);
    }

    /** The failure of a client with another base URL than that of its server. */
    private GpuCloudException failure(Reply reply, UnaryOperator<String> baseUrl) {
        server.reply(reply);
        GpuCloudClient client = client(
                builder -> builder.baseUrl(baseUrl.apply(server.url())).options(options -> options.maxAttempts(1)));
        var failure = catchThrowableOfType(
                GpuCloudException.class, () -> client.billing().balance());
        // Requests to a wrong path do not match the contract.
        server.received().clear();
        return failure;
    }

    @Test
    void containEachDetailOnce() {
        GpuCloudException failure =
                failure(Reply.json(429, "{\"code\":1,\"msg\":\"slow down\"}", "Retry-After: 7", "X-Request-Id: req-1"));

        assertThat(failure.getMessage())
                .matches("getBalance: slow down \\(GET http://127\\.0\\.0\\.1:\\d+/api/open/v2/balance/info,"
                        + " HTTP 429, code 1, Retry-After 7 s, request ID req-1\\)");
    }

    @Test
    void containNoQuery() {
        server.reply(Reply.html(503));
        assertThatThrownBy(() -> client.pods().list().page(1))
                .hasMessageContaining("(GET " + server.url() + "/pod/list, ");
    }

    @Test
    void quoteUpTo500CharactersOfTheService() {
        String text = "x".repeat(600);

        assertThat(failure(Reply.code(1, text)).summary()).isEqualTo("x".repeat(500) + "...");
        assertThat(failure(Reply.code(77, text)).summary())
                .startsWith("a code that is not in the contract: xxx")
                .hasSize(503);
        assertThat(failure(Reply.code(77, "maintenance")))
                .hasMessageContaining("a code that is not in the contract: maintenance (GET ")
                .hasMessageContaining("HTTP 200, code 77");
    }

    @Test
    void haveNoCharactersThatChangeALine() {
        GpuCloudException failure = failure(Reply.code(1, "a\\u0085b\\u2028c\\u2029d\\u009be\\u202ef"));

        assertThat(failure.summary()).isEqualTo("a b c d e f");
    }

    @Test
    void doNotRepeatAParameterThatTheServiceNamesTwice() {
        GpuCloudException failure = failure(Reply.json(
                400,
                "{\"code\":400,\"message\":\"pod_uuid must not be empty\","
                        + "\"data\":{\"field\":\"pod_uuid\",\"details\":\"must not be empty\"}}"));

        assertThat(failure.summary()).isEqualTo("pod_uuid must not be empty");
    }

    @Nested
    class OfAWrongBaseUrl {

        @ParameterizedTest
        @ValueSource(strings = {"", "/api", "/api/open", "/api/v2", "/gateway"})
        void nameTheMissingEnd(String path) {
            for (Reply reply : new Reply[] {Reply.json(404, ""), Reply.html(404), Reply.html(200)}) {
                GpuCloudException failure = failure(reply, url -> url.replace("/api/open/v2", path));

                assertThat(failure.getMessage())
                        .matches(".*The base URL http://127.0.0.1:\\d+" + path + " does not end with /api/open/v2");
            }
        }

        @Test
        void suggestNoBaseUrlIfItEndsAsDocumented() {
            assertThat(failure(Reply.json(404, ""))).hasMessageNotContaining("Did you mean");
            assertThat(failure(Reply.html(200)))
                    .hasMessageContaining("The response is HTML")
                    .hasMessageContaining("Check");
        }

        @Test
        void nameTheLocationOfARedirect() {
            GpuCloudException failure = failure(Reply.json(
                    301, "", "Location: https://user:pass@gpu.example/api/open/v2/balance/info?token=secret#part"));

            assertThat(failure)
                    .hasMessageContaining(
                            "a redirect to https://gpu.example/api/open/v2/balance/info, which the client does"
                                    + " not follow (GET ")
                    .hasMessageEndingWith("Did you mean the base URL https://gpu.example/api/open/v2?")
                    .hasMessageNotContainingAny("pass", "secret");
            assertThat(failure(Reply.json(302, "", "Location: /login")))
                    .hasMessageContaining("a redirect to /login, ")
                    .hasMessageContaining("Check the base URL");
        }
    }

    @Nested
    class OfAKey {

        @ParameterizedTest
        @ValueSource(strings = {"Bearer sk-12345", "bearer sk-12345", " Bearer\tsk-12345"})
        void sayThatTheClientAddsTheScheme(String key) {
            assertThatThrownBy(() -> ApiKey.of(key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("starts with 'Bearer '")
                    .hasMessageContaining("remove that")
                    .hasMessageNotContaining("12345");
        }

        @Test
        void nameWhatToSetIfItIsMissing() {
            try (GpuCloudClient client = GpuCloudClient.builder()
                    .baseUrl("https://gpu.invalid/api/open/v2")
                    .build()) {
                assertThatThrownBy(() -> client.billing().balance())
                        .isInstanceOf(MissingApiKeyException.class)
                        .hasMessageContainingAll(
                                "GPU_CLOUD_API_KEY", "gpucloud.api-key", "gpu-cloud.api-key", "apiKey(..)");
            }
        }
    }
}
