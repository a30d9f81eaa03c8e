package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that explains the architecture matches the code. */
class ArchitecturePageTest {

    private static final Path PAGE = Path.of("../docs/explanation/architecture.md");
    private static final Pattern CLASS_NAME = Pattern.compile("`((?:[A-Z][a-z0-9]+){2,})(?:[.]\\w+)?`");
    private static final Path STUB = Path.of("../server-stub/src/main/java/io/gpucloud/stub");

    @Test
    void namesOnlyClassesThatExist() throws IOException {
        Set<String> types = Stream.of(Path.of("../client"), Path.of("../server-stub"), Path.of("../openapi"))
                .flatMap(ArchitecturePageTest::sources)
                .collect(Collectors.toSet());
        // An operation on an account is a record within Operation.
        String operations = Files.readString(STUB.resolve("account/Operation.java"));
        assertThat(classNames())
                .isNotEmpty()
                .allMatch(name -> types.contains(name + ".java") || operations.contains("record " + name + "("));
    }

    @Test
    void listsEveryPackageOfTheStub() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        try (Stream<Path> packages = Files.list(STUB)) {
            assertThat(packages.filter(Files::isDirectory)
                            .map(folder -> "| `" + folder.getFileName() + "` |")
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(lines).anyMatch(line -> line.startsWith(row)));
        }
    }

    @Test
    void isAtMost150LinesLong() throws IOException {
        assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(150);
    }

    private static List<String> classNames() throws IOException {
        return CLASS_NAME
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static Stream<String> sources(Path module) {
        try (Stream<Path> files = Files.walk(module)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
