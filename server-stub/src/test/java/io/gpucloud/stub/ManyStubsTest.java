package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManyStubsTest {

    /** As test classes do that run at the same time in one JVM. */
    @Test
    void canBeStartedAtOnce() {
        List<GpuCloudStub> stubs = IntStream.range(0, 6)
                .parallel()
                .mapToObj(i -> GpuCloudStub.start())
                .toList();
        try {
            assertThat(stubs).extracting(GpuCloudStub::baseUrl).doesNotHaveDuplicates();
        } finally {
            stubs.forEach(GpuCloudStub::close);
        }
    }
}
