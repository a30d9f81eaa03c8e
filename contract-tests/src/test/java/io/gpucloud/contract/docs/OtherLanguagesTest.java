package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.TypeScript;
import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guides for Python and for other languages run, each with its own account. */
class OtherLanguagesTest {

    static final Set<String> LANGUAGES = Set.of("python", "typescript", "go");

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/how-to/other-languages.md");
    private static final MarkdownPage PYTHON = MarkdownPage.of("docs/how-to/python.md");

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    @TempDir
    Path folder;

    @Test
    void inPythonWithAStubThatRuns() throws Exception {
        passesWithPytest(Map.of("GPU_CLOUD_STUB_URL", origin()));
    }

    @Test
    @Tag("ci")
    void inPythonWithAStubThatTheFixtureStarts() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin");
        passesWithPytest(Map.of(
                "GPU_CLOUD_STUB_JAR", stubJar().toString(), "PATH", java + File.pathSeparator + System.getenv("PATH")));
    }

    private void passesWithPytest(Map<String, String> environment) throws Exception {
        String python = ExternalProgram.requirePythonModule("pytest").toString();
        List<MarkdownPage.Block> files = PYTHON.blocks("python");
        Files.writeString(folder.resolve("conftest.py"), files.get(0).text());
        Path test = Files.writeString(
                folder.resolve("test_instances.py"), files.get(1).text());
        ExternalProgram.Result result = ExternalProgram.run(
                List.of(python, "-m", "pytest", "-p", "no:cacheprovider", test.toString()), environment);
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("2 passed");
    }

    /** The jar that the module of the stub packages, which a build of the whole project does before this test. */
    private static Path stubJar() throws IOException {
        try (Stream<Path> built = Files.list(Path.of("../server-stub/target"))) {
            Optional<Path> jar =
                    built.filter(file -> file.toString().endsWith("-exec.jar")).findFirst();
            assumeTrue(jar.isPresent(), "skipped: the stub is not packaged");
            return jar.get().toRealPath();
        }
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
    void inGoFailsWithoutAStub() throws Exception {
        ExternalProgram.Result result = ExternalProgram.run(
                List.of(
                        ExternalProgram.require("go").toString(),
                        "run",
                        write("program.go", "go").toString()),
                Map.of("GPU_CLOUD_STUB_URL", "http://localhost:1"));
        assertThat(result.status()).as(result.output()).isNotZero();
        assertThat(result.output()).contains("connection refused").doesNotContain("passed");
    }

    @Test
    @Tag("ci")
    void inTypeScript() throws Exception {
        TypeScript.compile(folder, List.of(write("program.ts", "typescript")), "--moduleDetection", "force");
        passes(
                ExternalProgram.require("node").toString(),
                folder.resolve("program.js").toString());
    }

    private Path write(String name, String language) throws Exception {
        return Files.writeString(
                folder.resolve(name), PAGE.blocks(language).get(0).text());
    }

    private static String origin() {
        return "http://localhost:" + STUB.baseUrl().getPort();
    }

    private static void passes(String... command) throws Exception {
        ExternalProgram.Result result = ExternalProgram.run(List.of(command), Map.of("GPU_CLOUD_STUB_URL", origin()));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("passed");
    }
}
