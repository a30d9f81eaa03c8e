package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import java.io.IOException;
import java.net.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentSettingsTest {

    @AutoClose
    private final FaultServer server = FaultServer.replying(Reply.balance());

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>(Map.of("GPU_CLOUD_BASE_URL", server.url()));

    private String keySent() {
        try (GpuCloudClient client = new EnvironmentSettings(properties::get, variables::get).client()) {
            client.billing().balance();
            return String.valueOf(server.first().header("authorization"));
        }
    }

    @Test
    void setsBaseUrlAndKey() {
        variables.put("GPU_CLOUD_API_KEY", " key-of-variable ");

        assertThat(keySent()).isEqualTo("Bearer key-of-variable");
    }

    @Test
    void readsTheKeyFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "key-of-file\n");
        variables.put("GPU_CLOUD_API_KEY_FILE", file.toString());

        assertThat(keySent()).isEqualTo("Bearer key-of-file");
    }

    @Test
    void prefersSystemPropertiesEvenForAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "key-of-property-file");
        properties.put("gpucloud.base-url", server.url());
        properties.put("gpucloud.api-key-file", file.toString());
        variables.put("GPU_CLOUD_BASE_URL", "http://127.0.0.1:1");
        variables.put("GPU_CLOUD_API_KEY", "key-of-variable");

        assertThat(keySent()).isEqualTo("Bearer key-of-property-file");
    }

    @Test
    void treatsAnEmptySettingAsAbsent() {
        properties.put("gpucloud.base-url", "");
        properties.put("gpucloud.api-key", "");
        variables.put("GPU_CLOUD_API_KEY", "key-of-variable");

        assertThat(keySent()).isEqualTo("Bearer key-of-variable");
    }

    @Test
    void needsNoKeyUntilAnOperationRequiresOne() {
        assertThatThrownBy(this::keySent).isInstanceOf(MissingApiKeyException.class);
        assertThat(server.connections()).isZero();
    }

    @Test
    void setsUserAndPasswordOfTheProxy() {
        variables.put("GPU_CLOUD_BASE_URL", "http://gpu-cloud.invalid/api/open/v2");
        variables.put("GPU_CLOUD_PROXY_USERNAME", "me");
        variables.put("GPU_CLOUD_PROXY_PASSWORD", "secret");
        Reply asking = Reply.json(407, "", "Proxy-Authenticate: Basic realm=\"office\"");
        try (FaultServer proxy = FaultServer.replying(asking, Reply.data("{\"pod_list\":[],\"total\":0}"));
                GpuCloudClient client = new EnvironmentSettings(properties::get, variables::get)
                        .builder()
                        .proxy(new Proxy(Proxy.Type.HTTP, proxy.address()))
                        .build()) {
            assertThat(client.pods().list()).isEmpty();
            assertThat(proxy.received().get(1).header("proxy-authorization")).isEqualTo("Basic bWU6c2VjcmV0");
            proxy.received().clear();
        }
    }

    @Test
    void mayNameNoAddressForAProgramThatHasOne() {
        variables.remove("GPU_CLOUD_BASE_URL");
        variables.put("GPU_CLOUD_API_KEY", "key-of-variable");
        try (GpuCloudClient client = new EnvironmentSettings(properties::get, variables::get)
                .builder()
                .baseUrl(server.url())
                .build()) {
            client.billing().balance();
            assertThat(server.first().header("authorization")).isEqualTo("Bearer key-of-variable");
        }
    }

    @Test
    void requiresTheBaseUrl() {
        variables.clear();

        assertThatThrownBy(this::keySent)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("GPU_CLOUD_BASE_URL");
    }
}
