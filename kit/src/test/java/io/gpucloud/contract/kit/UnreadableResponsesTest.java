package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that parsers read differently is a difference, even without {@code --strict}. */
class UnreadableResponsesTest {

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private static List<Mismatch> mismatches(UnaryOperator<ProxiedResponse> modify, boolean strict) {
        try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.on("/pod/list", modify))) {
            Settings settings = strict
                    ? service.settings("--read-only", "--only=listPods", "--strict")
                    : service.settings("--read-only", "--only=listPods");
            Report report = RUNS.run(settings);
            assertThat(report.held()).isFalse();
            return KitRuns.mismatches(report);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aByteThatIsNoUtf8(boolean strict) {
        UnaryOperator<ProxiedResponse> modify =
                response -> response.body(response.body().replaceFirst("\"title\":\"", "\"title\":\"\u00C3"))
                        .in(ISO_8859_1);
        assertThat(mismatches(modify, strict)).anySatisfy(mismatch -> {
            assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
            assertThat(mismatch.expected()).isEqualTo("as in the contract (is not UTF-8)");
            assertThat(mismatch.got()).contains("\"title\":\"\uFFFD");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMemberThatIsThereTwice(boolean strict) {
        UnaryOperator<ProxiedResponse> modify =
                response -> response.body(response.body().replaceFirst("\\{", "{\"code\":1,"));
        assertThat(mismatches(modify, strict)).anySatisfy(mismatch -> {
            assertThat(mismatch.what()).isEqualTo("GET /pod/list, response body");
            assertThat(mismatch.expected())
                    .startsWith("as in the contract (is not JSON: ")
                    .contains("code");
            assertThat(mismatch.got()).startsWith("{\"code\":1,").contains("\"code\":0");
        });
    }
}
