package io.gpucloud.contract.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Faults that lose a response, as a page sees them. The page is not on localhost and without TLS, so the browser does
 * not send the header by which the stub recognizes browsers, and uses connections again.
 */
class LostResponsesTest extends StubBrowserTest {

    private static final int RUNS = 8;
    private static final String CREATE = """
            async () => {
              await fetch('/api/open/v2/gpu/list');
              try {
                const response = await fetch('/api/open/v2/instance/create_by_pod', {
                  method: 'POST',
                  headers: { Authorization: 'Bearer demo-key', 'Content-Type': 'application/json' },
                  body: JSON.stringify({ pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 }),
                });
                await response.json();
                return 'HTTP ' + response.status;
              } catch (failure) {
                return failure.name;
              }
            }""";

    @ParameterizedTest
    @CsvSource({
        "lose_response, TypeError, 1",
        "truncate_body, TypeError, 1",
        "reset_after_effect, HTTP 200, 2",
        "reset_connection, HTTP 200, 1"
    })
    void isSentAgainOnlyAfterAReset(String effect, String seen, int instances) {
        String elsewhere = origin.replace("127.0.0.1", "stub.test");
        Page page = browser.desktopPage(elsewhere);
        page.navigate(elsewhere);
        for (int run = 1; run <= RUNS; run++) {
            admin(page, "POST", "/faults", Map.of("effect", effect, "operation", "createInstanceByPod", "times", 1));
            assertThat(page.evaluate(CREATE)).isEqualTo(seen);
        }
        assertThat(client.instances().list()).hasSize(RUNS * instances);
    }
}
