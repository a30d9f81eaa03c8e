package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No text has a command that gets a package of this project from a registry. Until the packages are published, anyone
 * could register their names, and such a command would run the code of a stranger.
 */
class PackageNamesTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern FROM_A_REGISTRY =
            Pattern.compile("npx (?!--no-install )(-y |--yes )?gpu-cloud|npm (install|i|add)\\b[^\\n`]* gpu-cloud"
                    + "|(pip|pipx|uv)( tool)? (install|run)(?![^\\n`]*--no-index)[^\\n`]* gpu-cloud|uvx gpu-cloud");

    private static final Pattern TEXT =
            Pattern.compile(".*\\.(md|mdx|astro|html|js|mjs|ts|py|java|properties|yaml|json)");

    private static final List<String> FOLDERS = List.of(
            "README.md",
            "docs",
            "openapi",
            "cli/action",
            "cli/src/main",
            "cli/python",
            "cli/node",
            "server-stub/src/main",
            "server-stub/python",
            "server-stub/node",
            "server-stub/testing/src/main",
            "kit/src/main",
            "contract-tests/examples");

    private static List<Path> texts() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> TEXT.matcher(file.toString()).matches())
                        .filter(file -> !file.toString().matches(".*/(target|node_modules|dist)/.*"))
                        .filter(Files::isRegularFile)
                        .forEach(all::add);
            }
        }
        return all;
    }

    @Test
    void areNotResolvedAtARegistry() throws IOException {
        assertThat(texts()).noneMatch(PackageNamesTest::resolvesAtARegistry);
    }

    private static boolean resolvesAtARegistry(Path text) {
        try {
            return FROM_A_REGISTRY.matcher(Files.readString(text)).find();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
