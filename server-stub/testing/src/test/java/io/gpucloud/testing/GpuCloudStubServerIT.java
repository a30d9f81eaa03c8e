package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.InstanceStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Not in parallel with others, because it changes system properties. */
@Isolated
class GpuCloudStubServerIT {

    private static final String URL = "gpu-cloud.stub.url";
    private static final String TOKEN = "gpu-cloud.stub.admin-token";
    private static final String JAVA = "gpu-cloud.stub.java";
    private static final String TIMEOUT = "gpu-cloud.stub.start-timeout";

    @AfterEach
    void clear() {
        List.of(URL, TOKEN, JAVA, TIMEOUT).forEach(System::clearProperty);
    }

    /** One process for all tests that need settings. */
    @Test
    void startsAttachesAndEnds() throws IOException {
        String[] settings = {"stub.lifecycle.boot=0s", "stub.admin.token=a-token-for-tests", "stub.request-log=true"};
        GpuCloudStubServer stub = GpuCloudStubServer.start(settings);
        GpuCloudStubServer same = GpuCloudStubServer.start(settings);
        assertThat(same.baseUrl()).isEqualTo(stub.baseUrl());
        StubAccount account = stub.newAccount();
        String instance =
                account.client().instances().create(GpuCloudStubTestIT.SPEC).instanceUuid();
        assertThat(account.client().instances().find(instance).orElseThrow().status())
                .isEqualTo(InstanceStatus.RUNNING);
        // The second request was sent on the same connection, so the line of the first is complete.
        assertThat(logs()).anyMatch(log -> log.contains("method=POST path=/api/open/v2/instance/create_by_pod"));

        StubAccount other =
                GpuCloudStubServer.attach(stub.baseUrl(), "a-token-for-tests").newAccount();
        other.clock().freeze();
        assertThat(other.apiKey()).isNotEqualTo(account.apiKey());
        StubAccount unauthorised = GpuCloudStubServer.attach(stub.baseUrl()).newAccount();
        assertThatThrownBy(() -> unauthorised.clock().freeze()).hasMessageContaining("HTTP 40");

        System.setProperty(URL, stub.baseUrl().resolve("/").toString());
        System.setProperty(TOKEN, "a-token-for-tests");
        try (GpuCloudStubServer selected = GpuCloudStubServer.start()) {
            assertThat(selected.baseUrl()).isEqualTo(stub.baseUrl());
            selected.newAccount().clock().freeze();
        }
        assertThatThrownBy(() -> GpuCloudStubServer.start(settings))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("GPU_CLOUD_STUB_URL");

        stub.close();
        stub.close();
        account.clock().freeze();
        same.close();
        assertThatThrownBy(() -> account.clock().freeze()).hasMessageContaining("cannot be reached");
    }

    private static List<String> logs() throws IOException {
        try (Stream<Path> files = Files.walk(StubFiles.installed().folder().resolve("runs"))) {
            return files.filter(file -> file.endsWith("stub.log"))
                    .map(log -> new ProcessFolder(log.resolveSibling("")).lastLines(Integer.MAX_VALUE))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "stub.lifecycle.bot=3s, unknown setting: stub.lifecycle.bot. Did you mean stub.lifecycle.boot?",
        "port=1, unknown setting: port. Did you mean server.port?",
        "stub.lifecycle.boot=soon, 'stub.lifecycle.boot is \"soon\":'"
    })
    void saysInOneLineWhyItRejectsASetting(String setting, String reason) {
        assertThatThrownBy(() -> GpuCloudStubServer.start(setting))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The stub did not start: " + reason)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-cloud.stub.java, /none/java, '/none/java cannot be run. Set the system property gpu-cloud.stub.java'",
        "gpu-cloud.stub.start-timeout, 0, set the system property gpu-cloud.stub.start-timeout",
        "gpu-cloud.stub.start-timeout, 2m, 'is \"2m\". Set it to a whole number of seconds'"
    })
    void saysWhatToSetWhenItCannotStart(String property, String value, String message) {
        System.setProperty(property, value);

        assertThatThrownBy(() -> GpuCloudStubServer.start("stub.lifecycle.boot=2s"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:1/stub, /stub",
        "localhost, http://host:port",
        "http://gpu_stub.invalid:8080, 'http://gpu_stub.invalid:8080\" has a host that is not known'"
    })
    void rejectsAnAddressThatIsNone(URI address, String message) {
        assertThatThrownBy(() -> GpuCloudStubServer.attach(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void namesTheCacheFolderAsTheSystemDoes() {
        assertThat(CacheFolder.of("Linux", "/home/u", null)).isEqualTo(Path.of("/home/u/.cache"));
        assertThat(CacheFolder.of("Mac OS X", "/Users/u", null)).isEqualTo(Path.of("/Users/u/Library/Caches"));
        assertThat(CacheFolder.of("Linux", "/home/u", "/var/cache")).isEqualTo(Path.of("/var/cache"));
    }
}
