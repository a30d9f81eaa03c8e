package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The headers of a request: the key and the user agent. */
class RequestHeadersTest extends ClientTestBase {

    private static final Reply BALANCE = Reply.balance();
    private static final Reply FAILED = Reply.json(500, "{\"code\":-2,\"msg\":\"system exception\"}");
    private static final Reply REJECTED = Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}");

    @Nested
    class TheKey {

        @Test
        void isSentWithProtectedOperations() {
            server.reply(BALANCE);
            client.billing().balance();

            assertThat(server.first().header("authorization")).isEqualTo("Bearer " + TestClients.KEY);
        }

        @Test
        void isNotSentWithPublicOperations() {
            server.reply(Reply.data("{\"pod_list\":[],\"total\":0}"), Reply.data("{\"image_list\":[],\"total\":0}"));
            client.pods().list().page(1);
            client.images().market().page(1);

            assertThat(server.received())
                    .extracting(received -> received.header("authorization"))
                    .containsOnlyNulls()
                    .hasSize(2);
        }

        @Test
        void isRequiredBeforeARequestIsSent() {
            server.reply(BALANCE);
            try (var client = GpuCloudClient.builder().baseUrl(server.url()).build()) {
                var failure = catchThrowableOfType(
                        MissingApiKeyException.class, () -> client.billing().balance());

                assertThat(failure.operation()).isEqualTo(ApiOperation.GET_BALANCE);
                assertThat(failure.attempts()).isZero();
                assertThat(failure.isAccessDenied()).isTrue();
                assertThat(server.connections()).isZero();
            }
        }

        @Test
        void failsTheCallIfItsSupplierFails() {
            server.reply(BALANCE);
            GpuCloudClient client = client(builder -> builder.apiKey(() -> {
                throw new IllegalStateException("the vault is closed");
            }));
            assertThatThrownBy(() -> client.billing().balance())
                    .isInstanceOfSatisfying(
                            MissingApiKeyException.class,
                            failure -> assertThat(failure.isAccessDenied()).isFalse())
                    .hasMessageContaining("its supplier failed")
                    .hasRootCauseMessage("the vault is closed");
            assertThat(server.connections()).isZero();
        }

        @Test
        void failsTheCallIfItsSupplierReturnsNull() {
            server.reply(BALANCE);
            GpuCloudClient client = client(builder -> builder.apiKey(() -> null));
            assertThatThrownBy(() -> client.instances().create(TestClients.POD_SPEC))
                    .isInstanceOf(MissingApiKeyException.class);
            assertThat(server.connections()).isZero();
        }

        @Test
        void isRequestedByEveryAttempt() {
            assertThat(keysSent(List.of("first-key", "second-key"), FAILED, BALANCE))
                    .containsExactly("Bearer first-key", "Bearer second-key");
        }

        @Test
        void isRequestedOnceMoreAfterItWasRejected() {
            assertThat(keysSent(List.of("old-key", "new-key"), REJECTED, BALANCE))
                    .containsExactly("Bearer old-key", "Bearer new-key");
            assertThat(time.sleeps()).isEmpty();
        }

        @Test
        void isNotSentAgainWhenItIsTheSame() {
            server.reply(REJECTED);
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(AuthenticationException.class);
            assertThat(server.requests()).isEqualTo(1);
        }

        @Test
        void isRenewedOnceOnly() {
            Queue<String> keys = new ArrayDeque<>(List.of("key-1", "key-2", "key-3", "key-4"));
            server.reply(REJECTED);
            GpuCloudClient client = client(builder -> builder.apiKey(() -> ApiKey.of(keys.remove())));
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(AuthenticationException.class);
            assertThat(server.requests()).isEqualTo(2);
        }

        private List<String> keysSent(List<String> keys, Reply... replies) {
            Queue<String> left = new ArrayDeque<>(keys);
            server.reply(replies);
            GpuCloudClient client = client(builder -> builder.apiKey(() -> ApiKey.of(left.remove())));
            client.billing().balance();
            return server.received().stream()
                    .map(received -> String.valueOf(received.header("authorization")))
                    .toList();
        }
    }

    @Nested
    class ARequest {

        @Test
        void namesTheProgramAfterTheClient() {
            server.reply(BALANCE);
            GpuCloudClient client = client(builder -> builder.userAgentSuffix("render-farm/2.1 (batch)"));
            client.billing().balance();

            assertThat(server.first().header("user-agent"))
                    .matches("gpu-cloud-client/\\d+\\.\\d+\\S* Java/\\d+ render-farm/2\\.1 \\(batch\\)");
        }

        @Test
        void hasTheHeadersOfInterceptors() {
            server.reply(BALANCE);
            GpuCloudClient client =
                    client(builder -> builder.interceptor(request -> request.header("X-Team", "render")));
            client.billing().balance();

            assertThat(server.first().header("x-team")).isEqualTo("render");
        }

        @Test
        void hasEachHeaderOnceWhateverCaseInterceptorsUse() {
            server.reply(BALANCE);
            GpuCloudClient client =
                    client(builder -> builder.interceptor(request -> request.header("authorization", "Basic mine")
                            .header("user-agent", "mine")
                            .header("accept", "application/json;q=1")));
            client.billing().balance();

            assertThat(server.first().header("authorization")).isEqualTo("Bearer " + TestClients.KEY);
            assertThat(server.first().header("user-agent")).startsWith("gpu-cloud-client/");
            assertThat(server.first().header("accept")).isEqualTo("application/json;q=1");
        }
    }
}
