package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The start page and the reference of the stub in a browser. */
class StubPagesTest extends StubBrowserTest {

    @Test
    void theReferenceCreatesAnInstanceHere() {
        Page page = browser.desktopPage(origin);
        page.navigate(origin + "docs#gpu-cloud/tag/instances/POST/instance/create_by_pod");
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Test Request (post /instance/create_by_pod)"))
                .click();
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Send")))
                .first()
                .click();
        assertThat(page.getByText("200 OK").first()).isVisible();
        Assertions.assertThat(client.instances().list()).hasSize(1);
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"curl,curl -H", "Java,GpuCloudClient.builder", "Python,urllib.request", "TypeScript,await fetch"})
    void theStartPageCopiesASnippet(String language, String part) {
        Page page = browser.desktopPage(origin);
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.navigate(origin);
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(language))
                .click();
        button(page, "Copy the " + language + " snippet").click();
        assertThat(page.locator("#copied")).containsText("Copied");
        Assertions.assertThat(page.evaluate("navigator.clipboard.readText()").toString())
                .contains(part, origin.substring(0, origin.length() - 1));
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void theStartPageShowsAllSnippetsWithoutScripts() {
        Page page = browser.pageWithoutScript(origin);
        page.navigate(origin);
        for (String id : List.of("#curl", "#java", "#python", "#typescript")) {
            assertThat(page.locator(id)).isVisible();
        }
    }

    @Test
    void theStartPageShowsTheStateOfTheStubAndItsTabsObeyTheArrowKeys() {
        Page page = browser.desktopPage(origin);
        created();
        admin(page, "POST", "/faults", Map.of("status", 500));
        page.navigate(origin);
        assertThat(page.locator("#clock")).hasText("2026-01-01 00:00:00 UTC, frozen");
        assertThat(page.locator("#accounts")).hasText("demo-key");
        assertThat(page.locator("#faults")).hasText("1 on");
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("curl"))
                .focus();
        page.keyboard().press("ArrowRight");
        assertThat(page.locator("#java")).isVisible();
        assertThat(page.locator("#curl")).isHidden();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "docs"})
    void pagesAreAccessibleOnADeskAndOnAPhoneInTheDark(String path) {
        created();
        Page desk = browser.desktopPage(origin);
        Page phone = browser.darkPhonePage(origin);
        for (Page page : new Page[] {desk, phone}) {
            page.navigate(origin + path);
            assertThat(page.locator("nav").first()).isVisible();
            Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
            Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
        Assertions.assertThat(browser.problems()).isEmpty();
    }
}
