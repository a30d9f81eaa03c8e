package io.gpucloud.stub.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Objects;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Serves the start page, the reference and the console. */
@RestController
final class PagesController {

    private static final String HTML = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8";

    private final String start;

    PagesController() throws IOException {
        start = page("index.html").getContentAsString(UTF_8);
    }

    @GetMapping(path = "/", produces = HTML)
    String start(HttpServletRequest request) {
        String origin = request.getRequestURL().toString().replaceFirst("/$", "");
        return start.replace("{{version}}", HtmlUtils.htmlEscape(version()))
                .replace("{{origin}}", HtmlUtils.htmlEscape(origin));
    }

    @GetMapping(path = "/docs", produces = HTML)
    Resource reference() {
        return page("docs.html");
    }

    /** Serves the console, a page for testers. The page uses only {@code /__admin} and the public API. */
    @GetMapping(path = "/__admin/console", produces = HTML)
    Resource console() {
        return new ClassPathResource("console/index.html");
    }

    private static Resource page(String file) {
        return new ClassPathResource("pages/" + file);
    }

    private static String version() {
        return Objects.requireNonNullElse(
                PagesController.class.getPackage().getImplementationVersion(), "a build of your own");
    }
}
