package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpucloud.contract.docs.MarkdownPage.Block;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of code on a page is run by the build, or marked as not run. Java, Kotlin, XML and YAML are parts of
 * programs that the build compiles and runs; Python and TypeScript are parts of the tests of {@code server-stub} and
 * {@code cli}. Commands of curl are run here.
 */
class SnippetsTest {

    private static final String ORIGIN = "http://localhost:8080";
    private static final Set<String> SOURCES = Set.of("java", "kotlin", "python", "typescript", "xml", "yaml");
    /** Output, and formats that are shown and not run. */
    private static final Set<String> NOT_CODE = Set.of("text", "json", "mermaid");

    private static final List<Path> PROGRAMS = List.of(
            Path.of("examples"),
            Path.of("src/test/java"),
            Path.of("../client/src/test/java"),
            Path.of("../server-stub/node/tests"),
            Path.of("../server-stub/python/tests"),
            Path.of("../cli/node/tests"),
            Path.of("../cli/python/tests"));

    /** Those of the classes that readers use. */
    private static final List<String> PACKAGES = Stream.of(
                    "client",
                    "client.api",
                    "client.error",
                    "client.lease",
                    "client.model",
                    "client.observed",
                    "client.resource",
                    "client.spring",
                    "contract.kit",
                    "openapi",
                    "testing")
            .map("io.gpucloud."::concat)
            .toList();

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    /** The code of the programs, read once. */
    private static final List<String> CODE = PROGRAMS.stream()
            .flatMap(SnippetsTest::files)
            .filter(file -> file.toString().matches(".*(\\.(java|js|kt|py|ts)|pom\\.xml|application\\.yaml)"))
            .map(file -> code(read(file)))
            .toList();

    /** Run by CI, see {@code .github/workflows/build.yml} and {@code .ci/run}. */
    private static final Set<String> COMMANDS = Set.of("mvn verify", "mvn -q spring-boot:run -pl server-stub -am");

    static Stream<Block> blocks() {
        return MarkdownPage.all().flatMap(page -> page.blocks().stream());
    }

    static Stream<Block> sources() {
        return blocks().filter(block -> block.run() && SOURCES.contains(block.language()));
    }

    static Stream<MarkdownPage> pagesWithJava() {
        return MarkdownPage.all().filter(page -> !page.javaClasses().isEmpty());
    }

    static Stream<MarkdownPage> pagesWithCurl() {
        return MarkdownPage.all()
                .filter(page -> page.blocks("sh").stream()
                        .anyMatch(block -> block.text().contains("curl ")));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void isPartOfAProgramThatTheBuildRuns(Block block) {
        assertThat(CODE.stream().anyMatch(program -> program.contains(code(block.text()))))
                .as("a program contains this block of %s:%n%s", block.page(), block.text())
                .isTrue();
    }

    /** A page imports our classes, or says which packages they are in. */
    @ParameterizedTest
    @MethodSource("pagesWithJava")
    void namesThePackagesOfOurClasses(MarkdownPage page) {
        String text = page.text();
        assertThat(page.javaClasses())
                .filteredOn(name -> PACKAGES.stream().anyMatch(folder -> isClass(folder, name)))
                .allMatch(
                        name -> PACKAGES.stream().anyMatch(folder -> isClass(folder, name) && names(text, folder)),
                        "is in a package that the page names");
    }

    private static boolean isClass(String folder, String name) {
        try {
            Class.forName(folder + "." + name, false, SnippetsTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException other) {
            return false;
        }
    }

    private static boolean names(String text, String folder) {
        return Pattern.compile(Pattern.quote(folder) + "(?!\\.[a-z])")
                .matcher(text)
                .find();
    }

    @ParameterizedTest
    @MethodSource("pagesWithCurl")
    void printsWhatThePageSays(MarkdownPage page) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is missing, so commands of pages were not run");
        new StubHttp(STUB.baseUrl(), null).administer("POST", "/reset", "");
        String origin = "http://localhost:" + STUB.baseUrl().getPort();
        StringBuilder before = new StringBuilder("set -euo pipefail\n");
        for (Block block : page.blocks("sh")) {
            if (block.text().contains("curl ")) {
                runLines(block.text().replace(ORIGIN, origin), before);
            }
        }
    }

    /**
     * A line that begins with {@code #} is a part of the output of the line above. Other lines are executed before the
     * lines that follow.
     */
    private static void runLines(String block, StringBuilder before) throws IOException, InterruptedException {
        String[] lines = block.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (i + 1 < lines.length && lines[i + 1].startsWith("# ")) {
                assertThat(run(before + lines[i])).as(lines[i]).contains(lines[i + 1].substring(2));
            } else if (!lines[i].startsWith("#")) {
                before.append(lines[i]).append('\n');
            }
        }
    }

    @Test
    void hasNoCodeThatIsNeitherRunNorMarked() {
        assertThat(blocks().filter(Block::run)
                        .filter(block -> !SOURCES.contains(block.language()) && !NOT_CODE.contains(block.language()))
                        .filter(block -> !isCommandThatIsRun(block)))
                .isEmpty();
    }

    private static boolean isCommandThatIsRun(Block block) {
        return block.language().equals("sh")
                && (block.text().contains("curl ") || block.text().lines().allMatch(COMMANDS::contains));
    }

    private static String run(String script) throws IOException, InterruptedException {
        return ExternalProgram.of("bash", "-c", script).succeed();
    }

    /** The files of a project, without what a build or npm has put there. */
    private static Stream<Path> files(Path folder) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                    return inner.toString().matches(".*/(node_modules|target)")
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return files.stream();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Compares without line breaks and indentation, and with the address of the stub replaced. */
    private static String code(String text) {
        return MarkdownPage.withoutSpace(text.replace('"' + ORIGIN + "/api/open/v2\"", "url"));
    }
}
