package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

class FailedTestIT {

    /** The files that a failed test publishes. */
    @ParameterizedTest
    @ValueSource(classes = {Failing.class, FailingInSpring.class})
    void attachesRequestsAndAccount(Class<?> failing, @TempDir Path output) throws IOException {
        EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.platform.reporting.output.dir", output.toString())
                .selectors(selectClass(failing))
                .outputDirectoryProvider(new Folder(output))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.failed(1));

        assertThat(content(output, "gpu-cloud-stub-requests.txt"))
                .contains("POST /api/open/v2/instance/create_by_pod -> 200 code 0 {")
                .contains("GET /api/open/v2/gpu/list -> 200 code 0");
        assertThat(content(output, "gpu-cloud-stub-account.json")).contains("pod-comfyui");
    }

    private static String content(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(file -> file.endsWith(name)).toList();
            assertThat(found).hasSize(1);
            return Files.readString(found.get(0));
        }
    }

    @ExtendWith(GpuCloudStubExtension.class)
    static class Failing {

        @Test
        void fails(GpuCloudClient client) {
            client.instances().create(GpuCloudStubTestIT.SPEC);
            client.gpus().list();
            throw new IllegalStateException("as planned");
        }
    }

    @GpuCloudStubTest
    @SpringJUnitConfig(FailingInSpring.Application.class)
    static class FailingInSpring {

        /**
         * A context of its own, because the lock of the annotation does not apply across this test run and the one that
         * contains it.
         */
        static class Application extends GpuCloudStubTestIT.Application {}

        @Test
        void fails(@Autowired GpuCloudClient client) {
            new Failing().fails(client);
        }
    }

    private record Folder(Path root) implements org.junit.platform.engine.reporting.OutputDirectoryProvider {

        @Override
        public Path getRootDirectory() {
            return root;
        }

        @Override
        public Path createOutputDirectory(org.junit.platform.engine.TestDescriptor test) throws IOException {
            return Files.createDirectories(
                    root.resolve(Integer.toHexString(test.getUniqueId().hashCode())));
        }
    }
}
