package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.Spoiler.Passing;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that parsers read differently is a difference, even without {@code --strict}. */
class UnreadableAnswersTest {

    @RegisterExtension
    static final Runs RUNS = new Runs();

    private static List<Mismatch> mismatches(UnaryOperator<Passing> spoil, boolean strict) {
        UnaryOperator<Passing> ofPods =
                passing -> passing.request().contains("/pod/list") ? spoil.apply(passing) : passing;
        try (Spoiler service = new Spoiler(RUNS.url(), ofPods)) {
            Report report = RUNS.run(
                    new Settings(service.url(), "demo-key", true, false, null, strict, Set.of(), Set.of("listPods")));
            assertThat(report.held()).isFalse();
            return report.results().stream()
                    .flatMap(result -> result.mismatches().stream())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aByteThatIsNoUtf8(boolean strict) {
        UnaryOperator<Passing> spoil =
                passing -> passing.body(passing.body().replaceFirst("\"title\":\"", "\"title\":\"\u00C3"))
                        .in(ISO_8859_1);
        assertThat(mismatches(spoil, strict)).anySatisfy(mismatch -> {
            assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
            assertThat(mismatch.expected()).isEqualTo("what the contract says: is not UTF-8");
            assertThat(mismatch.got()).contains("\"title\":\"\uFFFD");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMemberThatIsThereTwice(boolean strict) {
        UnaryOperator<Passing> spoil = passing -> passing.body(passing.body().replaceFirst("\\{", "{\"code\":1,"));
        assertThat(mismatches(spoil, strict)).anySatisfy(mismatch -> {
            assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
            assertThat(mismatch.expected())
                    .startsWith("what the contract says: is not JSON: ")
                    .contains("code");
            assertThat(mismatch.got()).startsWith("{\"code\":1,").contains("\"code\":0");
        });
    }
}
