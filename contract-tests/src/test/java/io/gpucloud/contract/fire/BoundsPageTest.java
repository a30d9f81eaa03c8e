package io.gpucloud.contract.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of bounds says what holds: its settings exist, with the defaults that it names, and so do those of the client. */
class BoundsPageTest {

    private static final List<List<String>> SETTINGS = List.of(
            List.of("stub.limits.max-body", "64KB", "64 KiB"),
            List.of("stub.limits.max-snapshot", "256MB", "256 MiB"),
            List.of("stub.limits.journal", "1000", "1,000 requests"),
            List.of("stub.tenants.max", "10000", "10,000"),
            List.of("stub.limits.instances", "10000", "10,000"),
            List.of("stub.limits.bills", "100000", "100,000"),
            List.of("stub.paging.max-page-size", "1000", "1,000"));

    private static List<String> table() throws IOException {
        return Files.readAllLines(Path.of("../docs/RELIABILITY.md")).stream()
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    @Test
    void namesSettingsWithTheirDefaults() throws IOException {
        List<String> rows = table();
        for (List<String> setting : SETTINGS) {
            assertThat(defaultOf(setting.get(0))).as(setting.get(0)).isEqualTo(setting.get(1));
            assertThat(rows)
                    .anySatisfy(row -> assertThat(row).contains("`" + setting.get(0) + "`", "| " + setting.get(2)));
        }
    }

    @Test
    void namesThePatienceOfTheClient() throws IOException {
        assertThat(RequestOptions.defaults().deadline()).isEqualTo(Duration.ofMinutes(2));
        assertThat(WaitOptions.defaults().timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(table())
                .anySatisfy(row -> assertThat(row).startsWith("| call of the client, with all attempts | 2 min |"))
                .anySatisfy(row -> assertThat(row).startsWith("| wait of the client | 30 min |"));
    }

    @Test
    void namesTestsThatThereAre() throws IOException {
        List<Path> roots = List.of(Path.of("src/test/java"), Path.of("../server-stub/src/test/java"));
        for (String row : table()) {
            for (String word : row.split("[^A-Za-z]+", -1)) {
                if (word.length() > 4 && word.endsWith("Test")) {
                    assertThat(roots)
                            .as(word)
                            .anySatisfy(root -> assertThat(contains(root, word)).isTrue());
                }
            }
        }
    }

    private static boolean contains(Path root, String test) throws IOException {
        try (var files = Files.walk(root)) {
            return files.anyMatch(file -> file.endsWith(test + ".java"));
        }
    }

    private static String defaultOf(String setting) throws IOException {
        // The client has such a file as well.
        for (URL file : Collections.list(
                GpuCloudStub.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = file.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(json).path("properties")) {
                    if (property.path("name").asString().equals(setting)) {
                        return property.path("defaultValue").asString();
                    }
                }
            }
        }
        throw new AssertionError("no such setting: " + setting);
    }
}
