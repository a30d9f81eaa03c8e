package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The code on the page of the kit, compiled and run. */
class KitPageTest {

    private static final Path PAGE = Path.of("../docs/reference/kit.md");
    private static final Path THIS = Path.of("src/test/java/io/gpucloud/contract/kit/KitPageTest.java");

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private final String url = RUNS.url().toString();
    private final String key = "demo-key";

    @Test
    void ourMockKeepsTheContract() {
        Report report = new KitRun(Settings.of("--url", url, "--key", key, "--read-only"), null).run();
        assertThat(report.held()).as(report.text()).isTrue();
    }

    @Test
    void showsATestThatRuns() throws IOException {
        Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(java.find()).isTrue();
        assertThat(code(Files.readString(THIS))).contains(code(java.group(1)));
        assertThat(java.find()).as("another block").isFalse();
    }

    @Test
    void listsTheExitCodesOfTheProgram() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Pattern.compile("\\| ([0-9]) \\| (.*) \\|")
                .matcher(Files.readString(PAGE))
                .results()
                .forEach(row -> documented.put(row.group(1), row.group(2).replace("`", "")));
        assertThat(documented)
                .isEqualTo(GpuCloudContractKit.commandLine()
                        .getCommandSpec()
                        .usageMessage()
                        .exitCodeList());
    }

    private static String code(String text) {
        return text.replaceAll("\\s+", "");
    }
}
