package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The portal, opened as files: no server, no network. */
@Tag("ci")
class PortalPagesTest {

    /** The menu, or the button that opens it. */
    private static final String MENU = ":is(nav.side, details.pages > summary):visible";

    private static TestBrowser browser;

    @BeforeAll
    static void open() {
        browser = TestBrowser.launch();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path portal() throws IOException {
        try (Stream<Path> built = Files.list(Path.of("../openapi/target"))) {
            return built.filter(file -> file.toString().endsWith("-portal"))
                    .findFirst()
                    .orElseThrow()
                    .toRealPath();
        }
    }

    static Stream<String> pages() throws IOException {
        try (Stream<Path> files = Files.list(portal())) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".html"))
                    .toList()
                    .stream();
        }
    }

    private static String address(String file) throws IOException {
        return portal().toUri() + file;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void keepNobodyOut(String file) throws IOException {
        for (Page page : List.of(browser.desktopPage(address("")), browser.darkPhonePage(address("")))) {
            page.navigate(address(file));
            assertThat(page.locator(MENU).first()).isVisible();
            Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
        }
        Assertions.assertThat(browser.problems()).isEmpty();
        browser.closePages();
    }

    @Test
    void readWithoutScript() throws IOException {
        Page page = browser.pageWithoutScript(address(""));
        page.navigate(address("reference.html"));
        page.locator("a[href='llms.txt']").click();
        assertThat(page.locator("body")).containsText("createInstanceByPod");
    }

    @Test
    void searchAllPages() throws IOException {
        Page page = browser.desktopPage(address(""));
        page.navigate(address("index.html"));
        page.keyboard().press("/");
        page.keyboard().type("system exception");
        assertThat(page.locator("#found a").first()).isVisible();
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Errors");
    }

    @Test
    void copyCode() throws IOException {
        Page page = browser.desktopPage(address(""));
        page.navigate(address("quickstart.html"));
        page.locator(".copy").first().click();
        assertThat(page.locator(".copy").first()).hasText("Copied");
    }

    @Test
    void coverNoCodeWithAButton() throws IOException {
        Page page = browser.darkPhonePage(address(""));
        page.navigate(address("quickstart.html"));
        assertThat(page.locator(".copy").first()).isVisible();
        for (Locator code : page.locator(".code").all()) {
            BoundingBox button = code.locator(".copy").boundingBox();
            Assertions.assertThat(button.y + button.height)
                    .isLessThanOrEqualTo(code.locator("pre").boundingBox().y);
        }
    }

    @Test
    void searchInTheReference() throws IOException {
        Page page = browser.desktopPage(address(""));
        page.navigate(address("reference.html"));
        page.keyboard().press("Control+k");
        page.keyboard().type("shutdown timer");
        assertThat(page.getByText("Set or cancel the shutdown timer").last()).isVisible();
        Assertions.assertThat(browser.problems()).isEmpty();
    }
}
