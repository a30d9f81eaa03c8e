package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.PathNotFoundException;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Public operations carry no key, although the client has one. A pact cannot say that a header is absent. */
class PublicOperationsTest {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    static List<ClientCall<?>> publicCalls() {
        return List.of(ClientCalls.PODS, ClientCalls.MARKET_IMAGES);
    }

    @Test
    void areThoseThatTheContractSaysNeedNoKey() {
        assertThat(ClientCalls.OF_EVERY_OPERATION.stream()
                        .filter(call -> !call.operation().secured()))
                .containsExactlyInAnyOrderElementsOf(publicCalls());
    }

    @ParameterizedTest
    @MethodSource("publicCalls")
    void carryNoKeyAsTheStubSeesThem(ClientCall<?> call, StubAccount account) {
        JsonNode request = seen(call, account);
        assertThat(request.path("status").intValue()).isEqualTo(200);
        assertThat(request.has("api_key")).isFalse();
        assertThat(request.path("headers").has("authorization")).isFalse();
    }

    @Test
    void areDistinguishedFromOthersByTheStub(StubAccount account) {
        JsonNode request = seen(ClientCalls.GPUS, account);
        assertThat(request.has("api_key")).isTrue();
        assertThat(request.path("headers").has("authorization")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("publicCalls")
    void carryNoKeyInAnyOfTheirBytes(ClientCall<?> call) throws IOException {
        assertThat(bytes(call)).doesNotContainIgnoringCase("authorization").doesNotContain(ClientCall.KEY);
    }

    @Test
    void areDistinguishedFromOthersByTheirBytes() throws IOException {
        assertThat(bytes(ClientCalls.GPUS)).contains("\r\nAuthorization: Bearer " + ClientCall.KEY + "\r\n");
    }

    private static JsonNode seen(ClientCall<?> call, StubAccount account) {
        try (GpuCloudClient client = client(account.baseUrl(), account.apiKey())) {
            assertThat((Object) call.program().apply(client)).isNotNull();
        }
        String latest =
                "/__admin/requests?limit=1&operation=" + call.operation().id();
        return new ProviderStateApi(account.baseUrl())
                .get(latest)
                .path("requests")
                .path(0);
    }

    private static String bytes(ClientCall<?> call) throws IOException {
        try (RawServer server = new RawServer();
                GpuCloudClient client = client(server.url(), ClientCall.KEY)) {
            assertThatThrownBy(() -> call.program().apply(client)).isInstanceOf(PathNotFoundException.class);
            assertThat(server.requests()).hasSize(1);
            return server.requests().get(0);
        }
    }

    private static GpuCloudClient client(URI url, String key) {
        return GpuCloudClient.builder()
                .baseUrl(url.toString())
                .apiKey(key)
                .options(RequestOptions.defaults().withRetryPolicy(RetryPolicy.none()))
                .build();
    }
}
