package io.gpucloud.stub.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.auth.PredefinedKeys;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Serves the start page and the reference. */
@RestController
final class PagesController {

    private static final String HTML = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8";
    private static final String CSS = "text/css;charset=UTF-8";
    private static final String SCRIPT = "text/javascript;charset=UTF-8";

    /** Descriptions of the predefined keys, shown on the start page. */
    private static final Map<String, String> USES = Map.of(
            "demo-key", "everything; its account has 1,000.00 and a card",
            "demo-key-poor", "everything; its account has 0.01",
            "demo-key-read-only", "only reading: every POST gets HTTP 403",
            "demo-key-disabled", "nothing: every request gets HTTP 401",
            "demo-key-expired", "nothing: every request gets HTTP 401");

    private final String start;

    PagesController() throws IOException {
        start = page("index.html").getContentAsString(UTF_8);
    }

    @GetMapping(path = "/", produces = HTML)
    String start(HttpServletRequest request) {
        String origin = request.getRequestURL().toString().replaceFirst("/$", "");
        return start.replace("{{version}}", HtmlUtils.htmlEscape(version()))
                .replace("{{origin}}", HtmlUtils.htmlEscape(origin))
                .replace("{{keys}}", keys());
    }

    @GetMapping(path = "/docs", produces = HTML)
    Resource reference() {
        return page("docs.html");
    }

    @GetMapping(path = "/pages/{file:docs|start}.js", produces = SCRIPT)
    Resource script(@PathVariable String file) {
        return page(file + ".js");
    }

    @GetMapping(path = "/pages/start.css", produces = CSS)
    Resource startStyle() {
        return page("start.css");
    }

    /** Serves the styles that the pages share. */
    @GetMapping(path = "/pages/{file:style|explorer}.css", produces = CSS)
    Resource style(@PathVariable String file) {
        return new ClassPathResource("META-INF/openapi/" + file + ".css");
    }

    @GetMapping(path = "/pages/explorer.js", produces = SCRIPT)
    Resource explorer() {
        return new ClassPathResource("META-INF/openapi/explorer.js");
    }

    @GetMapping(path = "/pages/icon.svg", produces = "image/svg+xml")
    Resource icon() {
        return page("icon.svg");
    }

    @GetMapping(path = "/pages/scalar.js", produces = SCRIPT)
    Resource renderer() {
        return new ClassPathResource("META-INF/resources/webjars/scalar/scalar.js");
    }

    private static Resource page(String file) {
        return new ClassPathResource("pages/" + file);
    }

    private static String keys() {
        return PredefinedKeys.tokens().stream()
                .map(key -> "<tr><td><code>" + key + "</code></td><td>"
                        + HtmlUtils.htmlEscape(USES.getOrDefault(key, "")) + "</td></tr>")
                .collect(Collectors.joining("\n"));
    }

    private static String version() {
        return Objects.requireNonNullElse(
                PagesController.class.getPackage().getImplementationVersion(), "a build of your own");
    }
}
