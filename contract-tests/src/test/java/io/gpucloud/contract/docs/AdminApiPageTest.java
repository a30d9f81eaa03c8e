package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ApiDocuments;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of calls lists every operation of {@code /__admin}, in the order of the OpenAPI document, and no other. */
class AdminApiPageTest {

    private static final MarkdownPage PAGE = MarkdownPage.of("docs/reference/admin-api.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(/__admin\\S*)` \\| ([A-Z, ]+) \\| .+ \\|$", Pattern.MULTILINE);

    @Test
    void listsEveryOperation() {
        List<String> documented = ROW.matcher(PAGE.text())
                .results()
                .flatMap(row -> Arrays.stream(row.group(2).split(", ", -1)).map(method -> call(method, row.group(1))))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(ApiDocuments.ADMIN_API.operations().stream()
                        .map(operation -> call(operation.method(), operation.path()))
                        .toList());
    }

    private static String call(String method, String path) {
        return method + " " + path;
    }
}
