package io.gpucloud.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputTest {

    private static final List<Column<Map.Entry<String, String>>> COLUMNS =
            List.of(Column.of("check", Map.Entry::getKey), Column.of("details", Map.Entry::getValue));

    @Test
    void wrapsALongTextToTheWidthOfTheTerminal() {
        StringWriter out = new StringWriter();
        Document checks = new Document()
                .list(
                        "checks",
                        List.of(
                                Map.entry("clock", "differs by 5 min. Set the clock of this machine"),
                                Map.entry("journal", "/a/folder/whose/name/is/long cannot be written")),
                        COLUMNS);

        new Output(new PrintWriter(out, true), Output.Format.TABLE, 35).print(checks);

        assertThat(out.toString()).isEqualToNormalizingNewlines("""
                        CHECK    DETAILS
                        clock    differs by 5 min. Set the
                                 clock of this machine
                        journal  /a/folder/whose/name/is/long
                                 cannot be written
                        """);
    }
}
