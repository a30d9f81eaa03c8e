package io.gpucloud.stub.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReusedStubsTest {

    @Test
    void findsTheCacheFolderOfTheTestSupport() {
        Path home = Path.of(System.getProperty("user.home"));

        assertThat(ReusedStubs.cacheFolder(Map.of(), "Linux")).isEqualTo(home.resolve(".cache/gpu-cloud-stub"));
        assertThat(ReusedStubs.cacheFolder(Map.of(), "Mac OS X"))
                .isEqualTo(home.resolve("Library/Caches/gpu-cloud-stub"));
        assertThat(ReusedStubs.cacheFolder(Map.of("XDG_CACHE_HOME", "/var/cache"), "Linux"))
                .isEqualTo(Path.of("/var/cache/gpu-cloud-stub"));
        assertThat(ReusedStubs.cacheFolder(Map.of("GPU_CLOUD_STUB_CACHE", "/mine"), "Linux"))
                .isEqualTo(Path.of("/mine"));
    }

    @Test
    void respondsToTheCommandStopOnly() {
        assertThat(ReusedStubs.answer("--server.port=0")).isEmpty();
        assertThat(ReusedStubs.answer("stop", "--server.port=0")).isEmpty();
    }
}
