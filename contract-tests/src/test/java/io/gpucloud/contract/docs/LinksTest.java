package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link within the project has a target, and every page is linked. */
class LinksTest {

    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void leadsToFilesAndHeadingsThatExist(MarkdownPage page) {
        assertThat(page.links()).filteredOn(link -> !link.contains("://")).allSatisfy(link -> {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty()
                    ? page.file()
                    : page.file().resolveSibling(parts[0]).normalize();
            assertThat(target).exists();
            if (parts.length == 2 && target.toString().endsWith(".md")) {
                assertThat(new MarkdownPage(target).fragments()).contains(parts[1]);
            }
        });
    }

    @Test
    void reachesEveryPageFromTheIndex() {
        MarkdownPage index = MarkdownPage.of("docs/index.md");
        List<Path> linked = index.links().stream()
                .map(link -> index.file().resolveSibling(link.split("#", 2)[0]).normalize())
                .toList();
        assertThat(pages())
                .filteredOn(page -> page.toString().startsWith("docs/") && !page.equals(index))
                .allSatisfy(page -> assertThat(linked).contains(page.file().normalize()));
    }
}
