package io.gpucloud.stub.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.RawCaller;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contents of the pages and their security headers. */
@ExtendWith(GpuCloudStubExtension.class)
class PagesTest {

    private static final Pattern IMPORT = Pattern.compile("from '[.]/([a-z]+[.]js)'");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)\"");

    private final Caller caller;
    private final URI base;

    PagesTest(StubAccount account) {
        base = account.baseUrl();
        caller = Caller.of(base, null).unchecked();
    }

    private Caller.Answer get(String path) {
        return caller.call("GET", path, null);
    }

    @Test
    void nameTheStub() {
        assertThat(get("/").text())
                .contains("<code>" + base + "</code>", "<code>demo-key-read-only</code>", "curl -H")
                .doesNotContain("{{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs", "/__admin/console"})
    void haveOnlyWorkingLinksToTheStub(String page) {
        assertThat(LINK.matcher(get(page).text()).results())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(link.group(1)).startsWith("/"))
                .allSatisfy(link -> assertThat(get(link.group(1)).status()).isEqualTo(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/__admin/console", "/__admin/console/console.js", "/pages/style.css", "/nowhere"})
    void runOnlyOurScriptsAndCallOnlyTheStub(String path) {
        Caller.Answer answer = get(path);
        assertThat(answer.header("content-security-policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'; ")
                .contains("connect-src 'self'", "frame-ancestors 'none'", "form-action 'none'")
                .doesNotContain("unsafe", "http");
        assertThat(answer.header("x-content-type-options")).contains("nosniff");
        assertThat(answer.header("x-frame-options")).contains("DENY");
        assertThat(answer.header("referrer-policy")).contains("no-referrer");
    }

    @Test
    void allowTheReferenceItsOwnStylesOnly() {
        assertThat(get("/docs").header("content-security-policy").orElseThrow())
                .contains("script-src 'self';", "connect-src 'self';")
                .doesNotContain("unsafe-eval", "http");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/pages/none.js"})
    void showABrowserThatAPageDoesNotExist(String path) {
        Caller.Answer page = caller.call("GET", path, null, "Accept: text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.header("content-type").orElseThrow()).startsWith("text/html");
        assertThat(page.text()).contains("<a href=\"/docs\">");
        assertThat(get(path).text()).isEqualTo("{\"code\":1,\"msg\":\"not found\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/__admin/console/other.js", "/__admin/console/index.html"})
    void theConsoleServesOnlyItsOwnFiles(String path) {
        assertThat(get(path).status()).isEqualTo(404);
    }

    /** A browser repeats a request by itself if a connection that it reuses is reset. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/__admin/clock", "/api/open/v2/pod/list"})
    void closeTheConnectionsOfBrowsersOnly(String path) {
        assertThat(caller.call("GET", path, null, "Sec-Fetch-Site: same-origin").header("connection"))
                .contains("close");
        assertThat(get(path).header("connection")).isEmpty();
        // The public API has the headers of the service.
        assertThat(get(path).header("content-security-policy").isEmpty()).isEqualTo(path.startsWith("/api/"));
    }

    @Test
    void containNoMarkupMadeFromData() {
        for (String file : scripts()) {
            assertThat(get(file))
                    .satisfies(script -> assertThat(script.status()).isEqualTo(200))
                    .satisfies(script -> assertThat(script.header("content-type"))
                            .hasValueSatisfying(type -> assertThat(type).startsWith("text/javascript")))
                    .satisfies(script -> assertThat(script.text())
                            .doesNotContain("innerHTML", "outerHTML", "document.write", "eval("));
        }
    }

    /** The script of each page and all modules that it imports. */
    private Set<String> scripts() {
        Set<String> found = new LinkedHashSet<>(List.of("/pages/start.js", "/pages/docs.js"));
        Deque<String> unread = new ArrayDeque<>(List.of("/__admin/console/console.js"));
        while (!unread.isEmpty()) {
            String file = unread.remove();
            if (found.add(file)) {
                IMPORT.matcher(get(file).text())
                        .results()
                        .forEach(module -> unread.add("/__admin/console/" + module.group(1)));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "/,text/html",
        "/docs,text/html",
        "/pages/style.css,text/css",
        "/pages/docs.js,text/javascript",
        "/pages/start.js,text/javascript",
        "/pages/start.css,text/css",
        "/pages/icon.svg,image/svg+xml",
        "/__admin/console,text/html",
        "/__admin/console/console.css,text/css",
        "/openapi/gpu-cloud-v2.yaml,application/yaml",
        "/openapi/gpu-cloud-v2.json,application/json"
    })
    void ignoreTheAcceptHeader(String path, String type) {
        for (String accept : new String[] {"*/*", "application/json", "text/html, */*;q=0.1"}) {
            assertThat(caller.call("GET", path, null, "Accept: " + accept)
                            .header("content-type")
                            .orElseThrow())
                    .startsWith(type);
        }
    }

    @Test
    void serveTheContractsAsYamlAndJson() {
        assertThat(get("/openapi/gpu-cloud-v2.yaml").text()).startsWith("openapi: 3.1.1");
        String title = get("/openapi/gpu-cloud-v2.json").textAt("/info/title");
        assertThat(get("/").text()).contains("A stub of the " + title);
        assertThat(get("/pages/docs.js").text()).contains("title: '" + title);
        assertThat(get("/openapi/stub-admin-v1.json").status()).isEqualTo(200);
        assertThat(get("/openapi/other.json").status()).isEqualTo(404);
    }

    /** Compose allows underscores in the names of services. */
    @Test
    void workUnderAnyHostName() throws IOException {
        String answer = new RawCaller(base).ask("GET / HTTP/1.1", "Host: gpu_stub:8080");
        assertThat(answer).startsWith("HTTP/1.1 200 ").contains("http://gpu_stub:8080");
    }
}
