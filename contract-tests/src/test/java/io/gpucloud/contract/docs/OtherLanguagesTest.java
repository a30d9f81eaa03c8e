package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        ExternalProgram.Result result = ExternalProgram.run(
                List.of(ExternalProgram.require("go").toString(), "run", file.toString()),
                Map.of(
                        "GPU_CLOUD_STUB_URL",
                        "http://localhost:" + STUB.baseUrl().getPort()));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("passed");
    }
}
