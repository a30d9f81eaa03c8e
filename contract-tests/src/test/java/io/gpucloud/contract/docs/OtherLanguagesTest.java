package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the guide for other languages runs. */
class OtherLanguagesTest {

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/how-to/other-languages.md");

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    @TempDir
    Path folder;

    @Test
    @Tag("ci")
    void inGo() throws Exception {
        String program = PAGE.blocks("go").get(0).text();
        Path file = Files.writeString(folder.resolve("program.go"), program);
        String output = ExternalProgram.of("go", "run", file)
                .with("GPU_CLOUD_STUB_URL", "http://localhost:" + STUB.baseUrl().getPort())
                .succeed();
        assertThat(output).contains("passed");
    }
}
