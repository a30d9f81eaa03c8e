package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No report contains a character of a service that a terminal or a browser would interpret. */
class PrintableTextTest {

    /**
     * ESC, BEL, NUL, two characters of C1, the right-to-left override, an isolate, a line separator, and a zero-width
     * space.
     */
    private static final String HOSTILE = "\u001b]0;x\u0007\u0000\u009b31m\u0085\u202e\u2067\u2028\u200b";

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    @ParameterizedTest
    @CsvSource({
        "1b", "7", "0", "d", "7f", "9b", "85", "ad", "202e", "2067", "2028", "2029", "200b", "feff", "ffff", "d800"
    })
    void writesAnInvisibleCharacterAsItsNumber(String number) {
        int character = Integer.parseInt(number, 16);
        assertThat(PrintableText.of("a" + Character.toString(character) + "b"))
                .isEqualTo("a\\u%04xb".formatted(character));
    }

    @Test
    void writesPairsOfCodeUnitsForACharacterBeyondTheFirstPlane() {
        assertThat(PrintableText.of(Character.toString(0xE0001))).isEqualTo("\\udb40\\udc01");
    }

    @Test
    void keepsTextOfEveryLanguage() {
        String text = "余额不足, größer, שלום, 🚀 \"quoted\"";
        assertThat(PrintableText.onOneLine(text + "\n.")).isEqualTo(text + " .");
    }

    @Test
    void escapesTheTextOfAHostileService(@TempDir Path reports) throws IOException {
        try (ModifyingProxy hostile = RUNS.proxy(ModifyingProxy.on(
                "/gpu/list",
                response ->
                        response.body("{\"" + HOSTILE + "`<b>\":1, \"code\": \"" + HOSTILE + "`<b>\"} " + HOSTILE)))) {
            Settings settings = hostile.settings("--read-only", "--strict", "--only=listGpus");
            Report report = new KitRun(settings, reports, pause -> {}).run();

            assertThat(report.held()).isFalse();
            assertPrintable(report.text());
            assertThat(report.text()).contains("\\u001b]0;x");
        }
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.toList()) {
                assertPrintable(Files.readString(file));
            }
        }
        // In a block of code, which only a line that begins with a backtick can end.
        List<String> markdown = Files.readAllLines(reports.resolve("report.md"));
        assertThat(markdown).filteredOn(line -> line.startsWith("`")).containsExactly("```text", "```");
        assertThat(markdown.subList(0, markdown.indexOf("```text"))).noneMatch(line -> line.contains("<b>"));
    }

    private static void assertPrintable(String text) {
        assertThat(PrintableText.of(text.replace("\r", "").replace("\t", "")))
                .isEqualTo(text.replace("\r", "").replace("\t", ""));
    }
}
