package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.docs.MarkdownPage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader of the page can put together a POM with which Maven 3.8.7 compiles. */
class InstallPageTest {

    /** CI builds that project on its own. */
    @Test
    void theBlocksForMavenAreTheWholePomOfTheGuides() throws IOException {
        List<String> blocks = MarkdownPage.of("docs/how-to/install.md").blocks("xml").stream()
                .map(Block::withoutSpace)
                .toList();
        String pom = Files.readString(Path.of("examples/guides/pom.xml"));

        assertThat(MarkdownPage.withoutSpace(pom))
                .endsWith("<properties>" + blocks.get(0) + "</properties>"
                        + blocks.get(1)
                        + "<dependencies>" + blocks.get(2) + "</dependencies>"
                        + "<build><plugins>" + blocks.get(3) + "</plugins></build></project>");
    }
}
