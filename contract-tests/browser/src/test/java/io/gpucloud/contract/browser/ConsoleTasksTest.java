package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Tasks of a tester, each within the clicks that a person needs. */
class ConsoleTasksTest extends StubBrowserTest {

    /** The console, which counts the clicks of the user. */
    private Page counting() {
        Page page = browser.desktopPage(origin);
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.addInitScript("addEventListener('click', event => {"
                + "if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; }, true)");
        openConsole(page);
        return page;
    }

    private static void requireClicks(Page page, int most) {
        Assertions.assertThat(Integer.parseInt(
                        page.evaluate("sessionStorage.clicks ?? '0'").toString()))
                .isLessThanOrEqualTo(most);
    }

    @Test
    void createsThreeInstancesAtOnceAndSaysHowManyBeforeOneFails() {
        Page page = counting();
        admin(
                page,
                "PUT",
                "/accounts/demo-key",
                Map.of("stock", List.of(Map.of("gpu_uuid", "gpu-rtx-4090", "stock", 5))));
        button(page, "New instance…").click();
        page.locator("#create-number").fill("3");
        button(page, "Create").click();
        assertThat(page.locator("#instances tr")).hasCount(3);
        assertThat(announcement(page)).hasText("3 instances are created.");
        requireClicks(page, 2);
        button(page, "New instance…").click();
        page.locator("#create-number").fill("3");
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error"))
                .hasText("2 of 3 are created. HTTP 200, code 1: not enough free GPUs of this model");
        assertThat(page.locator("#instances tr")).hasCount(5);
    }

    @Test
    void saysWhyAnInstanceDoesNotBootAndGivesEachStatusAColor() {
        Page page = counting();
        admin(page, "POST", "/faults", Map.of("effect", "never_boot", "api_key", "demo-key", "times", 1));
        created();
        assertThat(page.locator("#instances tr")).containsText("fault-1 (never boots) since 00:00:00");
        page.locator("#instances .link").click();
        assertThat(page.locator("#inspection"))
                .containsText("fault-1 (never boots) since 00:00:00. A boot never ends.");
        requireClicks(page, 1);
        admin(page, "POST", "/faults", Map.of("effect", "boot_fails", "api_key", "demo-key", "times", 1));
        created();
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 20));
        assertThat(page.locator("#instances tr").first()).containsText("fault-2 (boot fails) at 00:00:20");
        admin(page, "POST", "/faults", Map.of("effect", "boot_ends_abnormally", "api_key", "demo-key", "times", 1));
        created();
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 20));
        button(page, "Timeline").click();
        assertThat(page.locator("#legend")).hasText("1 created 22 shut down 23 ended abnormally scheduled");
        Object colors = page.evaluate("new Set([...document.querySelectorAll('#drawing .phase')]"
                + ".map(phase => getComputedStyle(phase).fill).filter(color => color !== 'rgb(0, 0, 0)')).size");
        Assertions.assertThat(colors).isEqualTo(3);
    }

    @Test
    void showsWhatALostRequestMadeAfterAReload() {
        Page page = counting();
        button(page, "Response to create is lost").click();
        assertThat(page.locator("#faults li")).hasCount(2);
        button(page, "New instance…").click();
        page.locator("#pod").selectOption("ComfyUI");
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error"))
                .containsText("but the operation was carried out. (Response to create is lost, fault-1)");
        button(page, "Open the instance that it made").click();
        String made = client.instances().list().iterator().next().instanceUuid();
        assertThat(page.locator("#inspection")).containsText(made);
        requireClicks(page, 4);
        page.keyboard().press("Escape");
        assertThat(page.locator("#no-faults")).isVisible();
        page.reload();
        page.getByText("It made ComfyUI · " + made.substring(0, 8)).click();
        assertThat(page.locator("#inspection")).containsText("The response to the request that made it was lost");
        page.goBack();
        page.locator("#requests li[data-failed] button").first().click();
        assertThat(page.locator("#inspection")).containsText("The operation was carried out. It made ");
    }

    @Test
    void findsARequestThatIsNotListedAndSaysWhatTheJournalDropped() {
        try (GpuCloudStub small = GpuCloudStub.start("stub.limits.journal=300")) {
            origin = small.baseUrl().resolve("/").toString();
            Page page = counting();
            page.evaluate("async () => { for (let i = 0; i < 350; i++) await fetch(`/api/open/v2/gpu/list?needle=${i}`,"
                    + " { headers: { Authorization: 'Bearer demo-key' } }) }");
            assertThat(page.locator("#total")).hasText("300 requests, the newest 200 are listed");
            assertThat(page.locator("#dropped")).containsText("has dropped 50 older requests of demo-key");
            page.locator("#search").fill("NEEDLE=60");
            assertThat(page.locator("#total")).hasText("1 request matches");
            assertThat(page.locator("#requests li")).containsText("/gpu/list?needle=60");
            requireClicks(page, 0);
            button(page, "All accounts").click();
            assertThat(page.locator("#accounts")).containsText("0 of 300");
            assertThat(page.locator("#accounts")).containsText("50 dropped");
            browser.closePages();
        }
    }

    /** A phone is 390 pixels wide. Its width must be enough to see why a request failed and what costs money. */
    @Test
    void cutsNoReasonNameOrCostOnAPhone() {
        created();
        created();
        attempt(() -> once().instances().destroy("none"));
        Page page = browser.darkPhonePage(origin);
        openConsole(page);
        assertThat(page.locator("#instances .hourly").last()).hasText("–");
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 60));
        assertThat(page.locator("#instances .hourly").last()).hasText("1.98");
        assertThat(page.locator("#requests .message")).isVisible();
        requireNothingCut(
                page, "#requests :is(.path, .message), #instances :is(.name, .next, .hourly, .spent), #tiles small");
        button(page, "All accounts").click();
        assertThat(page.locator("#accounts")).containsText("1 of 3");
        requireNothingCut(page, "#account-bar button, #accounts :is(th, td)");
    }

    private static void requireNothingCut(Page page, String parts) {
        Assertions.assertThat(page.evaluate("""
                parts => [...document.querySelectorAll(parts)]
                  .filter(part => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth)
                  .map(part => part.outerHTML)""", parts)).isEqualTo(List.of());
    }

    @Test
    void showsWhoPaidWhat() {
        created();
        Page page = counting();
        admin(page, "PUT", "/accounts/tenant-other", Map.of("balance", 0.01));
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 3_620));
        attempt(() -> once().instances().destroy("none"));
        button(page, "All accounts").click();
        assertThat(page.locator("#accounts tr").first()).containsText("35.64");
        assertThat(page.locator("#accounts tr").last()).containsText("0.01");
        assertThat(page.locator("#accounts-total")).containsText("2 accounts");
        requireClicks(page, 1);
        Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
        buttonIn(page, "#accounts", "1 of 2").click();
        assertThat(page.locator("#requests li")).hasCount(1);
        assertThat(page.locator("#requests li")).containsText("/instance/destroy");
    }

    @Test
    void takesTheStateToAnotherStub() {
        String instance = created();
        Page page = counting();
        button(page, "Rate limited").click();
        assertThat(page.locator("#faults li")).hasCount(1);
        buttonIn(page, "#account-bar", "Save…").click();
        Path file = page.waitForDownload(() -> button(page, "Save the account").click())
                .path();
        requireClicks(page, 3);
        try (GpuCloudStub second = GpuCloudStub.start("stub.clock.now=" + NOW, "stub.clock.frozen=true")) {
            origin = second.baseUrl().resolve("/").toString();
            Page other = browser.desktopPage(origin);
            openConsole(other);
            button(other, "Load…").click();
            other.waitForFileChooser(() -> button(other, "Choose a file…").click())
                    .setFiles(file);
            button(other, "Replace").click();
            assertThat(other.locator("#instances tr")).containsText(instance.substring(0, 8));
            assertThat(other.locator("#faults li")).containsText("Rate limited");
            browser.closePages();
        }
    }

    @Test
    void passesOnTheAddressOfAFailedRequest() {
        created();
        attempt(() -> once().instances().destroy("none"));
        client.gpus().list();
        Page page = counting();
        page.locator("#requests li[data-failed] button").click();
        button(page, "Copy address").click();
        String address = page.evaluate("navigator.clipboard.readText()").toString();
        requireClicks(page, 2);
        Page other = browser.desktopPage(origin);
        other.navigate(address);
        assertThat(other.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
        assertThat(other).hasTitle("POST /instance/destroy: HTTP 200, code -1 · demo-key · Console · GPU cloud stub");
        button(other, "Close").click();
        assertThat(other.locator("#inspector")).isHidden();
        other.goBack();
        assertThat(other.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
    }

    @Test
    void findsTheFailedRequestOfAnHourAgo() {
        attempt(() -> once().instances().destroy("old"));
        Page page = counting();
        admin(page, "POST", "/clock/advance", Map.of("seconds", 90_000));
        attempt(() -> once().instances().destroy("wanted"));
        admin(page, "POST", "/clock/advance", Map.of("seconds", 3_000));
        client.gpus().list();
        assertThat(page.locator("#requests li")).hasCount(3);
        assertThat(page.locator("#requests time").last()).hasText("1 Jan 00:00:00");
        page.locator("#result").selectOption("failed");
        button(page, "Filters").click();
        page.locator("#time-filter").selectOption("3600");
        assertThat(page.locator("#requests li")).hasCount(1);
        page.reload();
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspection pre").first()).containsText("wanted");
        requireClicks(page, 2);
        page.locator("#time-clock").selectOption("real");
        assertThat(page.locator("#requests li")).hasCount(2);
    }
}
