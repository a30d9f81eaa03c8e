package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import io.gpucloud.stub.GpuCloudStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The admin token, a stub that does not respond, and the accessibility of each state of the console. */
class ConsoleStatesTest extends StubBrowserTest {

    @Test
    void asksForTheTokenOncePerTab() {
        try (GpuCloudStub guarded = GpuCloudStub.start("stub.admin.token=s3cret-for-tests")) {
            String guardedOrigin = guarded.baseUrl().resolve("/").toString();
            Page page = browser.desktopPage(guardedOrigin);
            List<String> urls = new ArrayList<>();
            page.onRequest((Request request) -> urls.add(request.url()));
            page.navigate(guardedOrigin + "__admin/console");
            assertThat(page.getByLabel("Admin token")).isFocused();
            Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
            page.getByLabel("Admin token").fill("wrong");
            button(page, "Continue").click();
            assertThat(page.locator("#token-error")).hasText("This is not the token of the stub.");
            page.getByLabel("Admin token").fill("s3cret-for-tests");
            button(page, "Continue").click();
            assertThat(page.locator("#welcome")).isVisible();
            page.reload();
            assertThat(page.locator("#welcome")).isVisible();
            assertThat(page.locator("#token-form")).isHidden();
            Assertions.assertThat(urls).noneMatch(url -> url.contains("s3cret-for-tests"));
            Assertions.assertThat(browser.problems()).allMatch(problem -> problem.contains("401"));
            browser.closePages();
        }
    }

    @Test
    void saysThatTheStubDoesNotRespondAndRecovers() {
        created();
        Page page = browser.desktopPage(origin);
        page.clock().install();
        openConsole(page);
        assertThat(page.locator("#instances tr")).hasCount(1);
        page.route("**/__admin/**", route -> route.abort());
        assertThat(page.locator("#unreachable")).containsText("The stub does not respond.");
        assertThat(page.locator("#instances tr")).hasCount(1);
        Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
        page.clock().pauseAt(System.currentTimeMillis() + 10_000);
        // Until the click, no request gets a response: that to a poll would hide the button.
        List<Route> held = new ArrayList<>();
        page.route("**/__admin/**", held::add);
        button(page, "Try now").click();
        page.unroute("**/__admin/**");
        held.forEach(Route::resume);
        assertThat(page.locator("#connection")).hasText("Connected");
    }

    /** The console sees the same when the stub starts again: nothing for a while, then a stub without the accounts. */
    @Test
    void saysThatAStubThatWasStartedAgainHasLostItsState() {
        created();
        Page page = console();
        page.route("**/__admin/**", route -> route.abort());
        assertThat(page.locator("#unreachable")).isVisible();
        admin(page, "POST", "/reset", Map.of());
        page.unroute("**/__admin/**");
        assertThat(page.locator("#lost")).containsText("The stub was started again. The state of demo-key is lost.");
        assertThat(page.locator("#welcome")).isVisible();
        page.getByLabel("Live updates").uncheck();
        assertThat(page.locator("#connection")).hasText("Paused");
        page.getByLabel("Live updates").check();
        assertThat(page.locator("#connection")).hasText("Connected");
    }

    @Test
    void isAccessibleInEachState() {
        for (Page page : new Page[] {browser.desktopPage(origin), browser.darkPhonePage(origin)}) {
            page.navigate(origin + "__admin/console");
            assertThat(page.locator("#content")).isVisible();
            requireAccess(page, "first visit");
            openConsole(page);
            requireAccess(page, "empty account");
            String instance = created();
            admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 90_000));
            admin(page, "POST", "/faults", Map.of("status", 500, "operation", "listBills"));
            assertThat(page.locator("#instances .badge").first()).hasText("2 running");
            page.locator("#spending-details summary").click();
            requireAccess(page, "used account");
            dialogs(page, "body", "New instance…", "New fault…", "Recharge…", "Help and keyboard shortcuts");
            button(page, "Timeline").click();
            requireAccess(page, "timeline");
            button(page, "Timeline").click();
            button(page, "All accounts").click();
            requireAccess(page, "accounts");
            button(page, "All accounts").click();
            for (String opener : List.of("Save…", "Load…")) {
                if (button(page, "Menu").isVisible()) {
                    button(page, "Menu").click();
                    requireAccess(page, "menu");
                }
                dialogs(page, "#account-bar", opener);
            }
            page.locator("#instances .link").click();
            requireAccess(page, "instance");
            dialogs(page, "#inspection", "Timer…", "Rename…", "Save image…");
            page.keyboard().press("Escape");
            page.locator("#requests button").first().click();
            requireAccess(page, "inspector");
            client.instances().destroy(instance);
            admin(page, "POST", "/reset", Map.of());
        }
    }

    private void dialogs(Page page, String parent, String... openers) {
        for (String opener : openers) {
            action(page, parent, opener).first().click();
            requireAccess(page, opener);
            page.keyboard().press("Escape");
        }
    }

    private void requireAccess(Page page, String state) {
        Assertions.assertThat(browser.accessibilityViolations(page)).as(state).isEmpty();
        Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as(state + " fits the width")
                .isEqualTo(true);
    }
}
