package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.GpuCloudException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The journal, its inspector and the keyboard in the console. */
class ConsoleJournalTest extends StubBrowserTest {

    private Page afterThreeRequests() {
        client.gpus().list();
        created();
        Assertions.assertThatThrownBy(() -> client.instances().destroy("00000000-0000-0000-0000-000000000000"))
                .isInstanceOf(GpuCloudException.class);
        Page page = console();
        assertThat(page.locator("#requests li")).hasCount(3);
        return page;
    }

    @Test
    void showsARequestAsSoonAsItIsMade() {
        Page page = console();
        assertThat(page.locator("#no-requests")).isVisible();
        client.gpus().list();
        assertThat(page.locator("#requests li")).hasCount(1);
        client.billing().balance();
        assertThat(page.locator("#requests li").first()).containsText("/balance/info");
    }

    @Test
    void searchesAndFilters() {
        Page page = afterThreeRequests();
        page.keyboard().press("/");
        page.keyboard().type("pod-comfyui");
        assertThat(page.locator("#requests li")).hasCount(1);
        assertThat(page.locator("#total")).hasText("1 of 3 requests");
        page.keyboard().press("Escape");
        assertThat(page.locator("#requests li")).hasCount(3);

        page.locator("#outcome").selectOption("failed");
        assertThat(page.locator("#requests li")).hasCount(1);
        assertThat(page.locator("#requests li")).containsText("/instance/destroy");
        page.locator("#operation-filter").selectOption("listGpus");
        assertThat(page.locator("#no-match")).isVisible();
        button(page, "Clear the filters").click();
        assertThat(page.locator("#requests li")).hasCount(3);
    }

    @Test
    void showsTheRequestsOfTheSelectedAccountOnly() {
        Page page = afterThreeRequests();
        try (GpuCloudClient other = GpuCloudClient.forStub(stub.baseUrl().toString(), "tenant-other")) {
            other.billing().balance();
        }
        page.locator("#only-account").uncheck();
        assertThat(page.locator("#requests li")).hasCount(4);
        assertThat(page.locator("#requests li").first()).containsText("GET /balance/info");
        assertThat(page.locator("#requests li").first()).containsText("tenant-other");
        page.locator("#only-account").check();
        assertThat(page.locator("#requests li")).hasCount(3);
        page.locator("#account").selectOption("tenant-other");
        assertThat(page.locator("#requests li")).hasCount(1);
    }

    @Test
    void walksThroughRequestsWithTheKeyboard() {
        Page page = afterThreeRequests();
        page.keyboard().press("j");
        assertThat(page.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
        page.keyboard().press("j");
        assertThat(page.locator("#inspected")).hasText("POST /api/open/v2/instance/create_by_pod");
        page.keyboard().press("k");
        assertThat(page.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
        page.keyboard().press("Escape");
        assertThat(page.locator("#inspector")).isHidden();
    }

    @Test
    void movesTheFocusIntoTheOpenRequestAndBack() {
        Page page = afterThreeRequests();
        page.locator("#requests button").nth(1).focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("#inspected")).isFocused();
        page.keyboard().press("j");
        assertThat(page.locator("#inspected")).hasText("GET /api/open/v2/gpu/list");
        page.keyboard().press("Escape");
        assertThat(page.locator("#requests button").nth(2)).isFocused();
        page.locator("#search").fill("destroy");
        page.locator("#requests button").first().click();
        page.locator("#search").fill("nothing");
        button(page, "Close the request").click();
        assertThat(page.locator("#requests-title")).isFocused();
    }

    /** The open request covers the page on a phone. */
    @Test
    void keepsTheFocusInTheOpenRequestOnAPhone() {
        client.gpus().list();
        Page page = browser.darkPhonePage(origin);
        openConsole(page);
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspected")).isFocused();
        for (int i = 0; i < 20; i++) {
            page.keyboard().press("Tab");
            Assertions.assertThat(page.evaluate("document.activeElement.closest('header, main') === null"))
                    .as("tab " + i)
                    .isEqualTo(true);
        }
        page.keyboard().press("Escape");
        assertThat(page.locator("#requests button").first()).isFocused();
    }

    @ParameterizedTest
    @CsvSource({
        "reset_after_effect,The stub carried out the operation",
        "reset_connection,The operation was not carried out."
    })
    void saysWhetherALostRequestWasCarriedOut(String effect, String expected) {
        Page page = console();
        admin(page, "POST", "/faults", Map.of("effect", effect, "operation", "listGpus"));
        assertThat(page.locator("#faults li")).hasCount(1);
        GpuCloudClient once = client.withOptions(options -> options.retryPolicy(RetryPolicy.none()));
        Assertions.assertThatThrownBy(() -> once.gpus().list()).isInstanceOf(GpuCloudException.class);
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspection")).containsText(expected);
        if (effect.equals("reset_after_effect")) {
            assertThat(page.locator("#requests li").first()).containsText("carried out");
        }
    }

    @Test
    void saysThatALostRequestMayHaveBeenCarriedOutIfItsFaultIsUnknown() {
        Page page = browser.desktopPage(origin);
        admin(page, "POST", "/faults", Map.of("effect", "reset_after_effect", "times", 1));
        GpuCloudClient once = client.withOptions(options -> options.retryPolicy(RetryPolicy.none()));
        Assertions.assertThatThrownBy(() -> once.gpus().list()).isInstanceOf(GpuCloudException.class);
        openConsole(page);
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspection")).containsText("the operation may have been carried out");
    }

    @Test
    void listsTheShortcutsAndSwitchesThemOff() {
        Page page = afterThreeRequests();
        page.keyboard().press("?");
        assertThat(page.locator("#help")).containsText("Search requests");
        page.getByLabel("Single-key shortcuts are on").uncheck();
        button(page, "Close").click();
        page.keyboard().press("j");
        assertThat(page.locator("#inspector")).isHidden();
    }

    @Test
    void inspectsRequestAndResponse() {
        Page page = afterThreeRequests();
        page.locator("#requests button").nth(1).click();
        assertThat(page.locator("#inspected-result")).hasText("HTTP 200, code 0");
        assertThat(page.locator("#inspection pre").first()).containsText("\"pod_uuid\": \"pod-comfyui\"");
        assertThat(page.locator("#inspection pre").last()).containsText("\"status\": 1");
        page.locator("#inspection summary").first().click();
        assertThat(page.locator("#inspection .headers").first()).containsText("Bearer demo-key");
        assertThat(page.locator("#inspection")).containsText("createInstanceByPod");
        Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
    }

    @Test
    void copiesARequestAsCurl() {
        Page page = browser.desktopPage(origin);
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        client.gpus().list();
        openConsole(page);
        page.locator("#requests button").first().click();
        button(page, "Copy as curl").click();
        assertThat(notice(page)).containsText("copied");
        Assertions.assertThat(page.evaluate("navigator.clipboard.readText()").toString())
                .startsWith("curl -X GET '" + origin + "api/open/v2/gpu/list'");
    }

    @Test
    void replaysARequest() {
        Page page = afterThreeRequests();
        page.locator("#requests button").nth(1).click();
        button(page, "Replay").click();
        assertThat(page.locator("#inspection")).containsText("with the same result");
        assertThat(page.locator("#requests li")).hasCount(4);
        assertThat(page.locator("#requests li").first()).containsText("replay");
        Assertions.assertThat(client.instances().list()).hasSize(2);
    }

    @Test
    void copiesAReplayedRequestWithTheAddressOfTheStub() {
        Page page = browser.desktopPage(origin);
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        client.gpus().list();
        openConsole(page);
        page.locator("#requests button").first().click();
        button(page, "Replay").click();
        assertThat(page.locator("#inspection")).containsText("with the same result");
        button(page, "Copy as curl").click();
        assertThat(notice(page)).containsText("copied");
        Assertions.assertThat(page.evaluate("navigator.clipboard.readText()").toString())
                .startsWith("curl -X GET '" + origin + "api/open/v2/gpu/list'");
    }

    @Test
    void clearsTheRequestsThatAreShown() {
        Page page = afterThreeRequests();
        try (GpuCloudClient other = GpuCloudClient.forStub(stub.baseUrl().toString(), "tenant-other")) {
            other.billing().balance();
        }
        button(page, "Clear…").click();
        assertThat(page.locator("#question")).hasText("Delete all requests of demo-key from the journal?");
        page.keyboard().press("Escape");
        assertThat(page.locator("#requests li")).hasCount(3);
        button(page, "Clear…").click();
        button(page, "Delete requests").click();
        assertThat(page.locator("#no-requests")).containsText("No requests of demo-key yet.");
        page.locator("#only-account").uncheck();
        assertThat(page.locator("#requests li")).hasCount(1);
    }

    @Test
    void exportsAndClearsTheJournal() {
        Page page = afterThreeRequests();
        Download download =
                page.waitForDownload(() -> button(page, "Export HAR").click());
        Assertions.assertThat(download.path()).content().contains("\"version\":\"1.2\"", "/gpu/list");
        button(page, "Clear…").click();
        button(page, "Delete requests").click();
        assertThat(page.locator("#no-requests")).isVisible();
    }
}
