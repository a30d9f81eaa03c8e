package io.gpucloud.contract.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README and pages show runs: here, or in the examples. */
class ReadmeTest {

    private static final Path README = Path.of("../README.md");
    private static final Path EXAMPLES = Path.of("examples");
    private static final String ORIGIN = "http://localhost:8080";

    @Test
    void isShort() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThan(150);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showJavaAndXmlThatIsInTheExamples(Path page) throws IOException {
        List<String> examples;
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            examples = files.filter(ReadmeTest::isSource)
                    .map(ReadmeTest::read)
                    .map(ReadmeTest::code)
                    .toList();
        }
        assertThat(Stream.concat(blocks(page, "java"), blocks(page, "xml"))
                        .map(ReadmeTest::code)
                        .toList())
                .isNotEmpty()
                .allSatisfy(block -> assertThat(examples).anyMatch(file -> file.contains(block)));
    }

    static Stream<Path> pages() {
        return Stream.of(
                README,
                Path.of("../docs/FAQ.md"),
                Path.of("../docs/FROM-RAW-HTTP.md"),
                Path.of("../docs/FROM-OTHER-STUBS.md"));
    }

    private static boolean isSource(Path file) {
        return file.toString().matches("examples/[^/]*/(src/.*\\.java|pom\\.xml)");
    }

    @Test
    void showsCommandsOfCurlWithTheirAnswers() throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/curl")),
                "curl is not there, so what the README shows was not run");
        String shell = blocks(README, "sh")
                .filter(block -> block.contains("curl "))
                .findFirst()
                .orElseThrow();
        StringBuilder before = new StringBuilder("set -euo pipefail\n");
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            String[] lines = shell.replace(ORIGIN, origin(stub)).split("\n", -1);
            for (int i = 0; i < lines.length; i++) {
                boolean asserted = i + 1 < lines.length && lines[i + 1].startsWith("# ");
                if (asserted) {
                    assertThat(run(before + lines[i])).as(lines[i]).contains(lines[i + 1].substring(2));
                } else if (!lines[i].startsWith("#")) {
                    before.append(lines[i]).append('\n');
                }
            }
        }
    }

    private static String run(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(output).isZero();
        return output;
    }

    private static String origin(GpuCloudStub stub) {
        return "http://localhost:" + stub.baseUrl().getPort();
    }

    private static Stream<String> blocks(Path page, String language) throws IOException {
        Matcher blocks =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        return blocks.results().map(block -> block.group(1));
    }

    /** However its lines are broken and indented, and wherever the stub is. */
    private static String code(String text) {
        return text.replace('"' + ORIGIN + '"', "url").replaceAll("\\s+", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
