package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.spec.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guide for other languages run, each with its own account. */
class OtherLanguagesTest {

    static final Set<String> LANGUAGES = Set.of("python", "typescript", "go");

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/how-to/other-languages.md");
    private static final Path NODE_MODULES =
            Path.of("../openapi/lint/node_modules").toAbsolutePath();

    private static GpuCloudStub stub;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start();
    }

    @AfterAll
    static void stop() {
        stub.close();
    }

    @Test
    @Tag("ci-more")
    void inPython() throws Exception {
        passes(
                ExternalProgram.require("python3").toString(),
                write("program.py", "python").toString());
    }

    @Test
    @Tag("ci")
    void inGo() throws Exception {
        passes(
                ExternalProgram.require("go").toString(),
                "run",
                write("program.go", "go").toString());
    }

    @Test
    @Tag("ci")
    void inTypeScript() throws Exception {
        write("program.ts", "typescript");
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        ExternalProgram.Result compilation = ExternalProgram.run(
                List.of(
                        ExternalProgram.require(NODE_MODULES.resolve(".bin/tsc").toString())
                                .toString(),
                        "--strict",
                        "--target",
                        "es2022",
                        "--module",
                        "esnext",
                        "--moduleResolution",
                        "bundler",
                        "--moduleDetection",
                        "force",
                        "--types",
                        "node",
                        "--typeRoots",
                        NODE_MODULES.resolve("@types").toString(),
                        folder.resolve("program.ts").toString()),
                Map.of());
        assertThat(compilation.status()).as(compilation.output()).isZero();
        passes(
                ExternalProgram.require("node").toString(),
                folder.resolve("program.js").toString());
    }

    private Path write(String name, String language) throws Exception {
        return Files.writeString(
                folder.resolve(name), PAGE.blocks(language).get(0).text());
    }

    private static void passes(String... command) throws Exception {
        String origin = "http://localhost:" + stub.baseUrl().getPort();
        ExternalProgram.Result result = ExternalProgram.run(List.of(command), Map.of("GPU_CLOUD_STUB_URL", origin));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("passed");
    }
}
