package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.gpucloud.client.GpuCloudClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The journal, its inspector and the keyboard in the console. */
class ConsoleJournalTest extends StubBrowserTest {

    private Page afterThreeRequests() {
        client.gpus().list();
        created();
        attempt(() -> client.instances().destroy("00000000-0000-0000-0000-000000000000"));
        Page page = console();
        assertThat(page.locator("#requests li")).hasCount(3);
        return page;
    }

    @Test
    void searchesAndFilters() {
        Page page = afterThreeRequests();
        page.keyboard().press("/");
        page.keyboard().type("pod-comfyui");
        assertThat(page.locator("#requests li")).hasCount(1);
        assertThat(page.locator("#total")).hasText("1 request matches");
        page.keyboard().press("Escape");
        assertThat(page.locator("#requests li")).hasCount(3);

        page.locator("#result").selectOption("failed");
        button(page, "Filters").click();
        page.locator("#operation-filter").selectOption("listGpus");
        assertThat(page.locator("#no-match")).isVisible();
        button(page, "Clear the filters").click();
        assertThat(page.locator("#requests li")).hasCount(3);
    }

    @Test
    void namesNoNumberOfRequestsBeforeItHasSearched() {
        Page page = afterThreeRequests();
        List<Route> held = new ArrayList<>();
        page.route(Pattern.compile("/requests\\?.*text="), held::add);
        page.locator("#search").fill("nothing");
        assertThat(page.locator("#total")).hasText("Searching…");
        page.locator("#result").selectOption("lost");
        assertThat(page.locator("#no-match")).isHidden();
        page.unroute(Pattern.compile("/requests\\?.*text="));
        held.forEach(Route::resume);
        assertThat(page.locator("#no-match")).isVisible();
        assertThat(page.locator("#total")).isEmpty();
    }

    @Test
    void showsAndDeletesTheRequestsOfTheSelectedAccountOnly() {
        Page page = afterThreeRequests();
        try (GpuCloudClient other = client("tenant-other")) {
            other.billing().balance();
        }
        page.locator("#who").selectOption("all");
        assertThat(page.locator("#requests li")).hasCount(4);
        assertThat(page.locator("#requests li").first()).containsText("GET /balance/info");
        assertThat(page.locator("#requests li").first()).containsText("tenant-other");
        page.locator("#who").selectOption("");
        assertThat(page.locator("#requests li")).hasCount(3);
        button(page, "Delete requests…").click();
        assertThat(page.locator("#question")).hasText("Delete all requests of demo-key from the journal?");
        button(page, "Delete requests").click();
        assertThat(page.locator("#no-requests")).containsText("No requests of demo-key yet.");
        page.locator("#account").selectOption("tenant-other");
        assertThat(page.locator("#requests li")).hasCount(1);
    }

    @Test
    void isUsedWithTheKeyboard() {
        Page page = afterThreeRequests();
        page.keyboard().press("Tab");
        assertThat(page.getByText("Skip to the content")).isFocused();
        button(page, "Filters").focus();
        page.keyboard().press("Tab");
        assertThat(page.locator("#requests button").first()).isFocused();
        page.keyboard().press("End");
        page.keyboard().press("ArrowUp");
        assertThat(page.locator("#requests button").nth(1)).isFocused();
        page.keyboard().press("Tab");
        assertThat(button(page, "New fault…")).isFocused();
        page.keyboard().press("Shift+Tab");
        assertThat(page.locator("#requests button").nth(1)).isFocused();
        page.keyboard().press("Shift+Tab");
        assertThat(button(page, "Filters")).isFocused();
        page.keyboard().press("t");
        assertThat(page.getByLabel("Advance by")).isFocused();
        page.keyboard().press("Escape");
        page.keyboard().press("j");
        assertThat(page.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
        page.keyboard().press("j");
        page.keyboard().press("k");
        assertThat(page.locator("#inspected")).hasText("POST /api/open/v2/instance/destroy");
        page.keyboard().press("Escape");
        assertThat(page.locator("#inspector")).isHidden();
        page.keyboard().press("?");
        assertThat(page.locator("#help")).containsText("Search requests");
        page.getByLabel("Single-key shortcuts are on").uncheck();
        button(page, "Close").click();
        page.keyboard().press("j");
        assertThat(page.locator("#inspector")).isHidden();
    }

    @Test
    void showsInstancesAndFaultsFirstAndDoesNotMoveTheClickedRow() {
        Page page = afterThreeRequests();
        page.setViewportSize(1440, 900);
        Assertions.assertThat(top(page, "#instances tr")).isLessThan(500);
        Assertions.assertThat(top(page, "#faults-panel")).isLessThan(300);
        double before = top(page, "#requests li");
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspected")).isFocused();
        Assertions.assertThat(top(page, "#requests li")).isEqualTo(before);
        button(page, "Close").click();
        assertThat(page.locator("#inspector")).isHidden();
        Assertions.assertThat(top(page, "#requests li")).isEqualTo(before);
    }

    private static double top(Page page, String part) {
        return page.locator(part).first().boundingBox().y;
    }

    @Test
    void showsTheTimeOfTheAccountAndInTheInspectorThatOfTheStub() {
        Page page = console();
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 7_200));
        client.gpus().list();
        assertThat(page.locator("#requests time")).hasText("02:00:00");
        button(page, "Filters").click();
        page.locator("#time-filter").selectOption("300");
        assertThat(page.locator("#requests time")).hasText("02:00:00");
        page.locator("#time-clock").selectOption("stub");
        assertThat(page.locator("#requests time")).hasText("00:00:00");
        page.locator("#requests button").click();
        assertThat(page.locator("#inspection"))
                .containsText(
                        "Clock of the account2026-01-01 02:00:00 UTC" + "Clock of the stub2026-01-01 00:00:00 UTC");
    }

    @Test
    void showsTheDayOfAnEarlierRequestBesideItsResult() {
        Page page = console();
        client.gpus().list();
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 86_400));
        assertThat(page.locator("#requests time")).hasText("1 Jan 00:00:00");
        Assertions.assertThat(page.locator("#requests time").evaluate("time => time.scrollWidth > time.clientWidth"))
                .isEqualTo(false);
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
        // Before, the focus would go back to the row.
        assertThat(page.locator("#requests button")).hasCount(0);
        button(page, "Close").click();
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

    @Test
    void saysThatALostRequestWasNotCarriedOut() {
        Page page = console();
        admin(page, "POST", "/faults", Map.of("effect", "reset_connection", "operation", "listGpus"));
        attempt(() -> once().gpus().list());
        page.locator("#requests button").first().click();
        assertThat(page.locator("#inspection")).containsText("The operation was not carried out.");
    }

    @Test
    void inspectsAndCopiesARequest() {
        Page page = afterThreeRequests();
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.locator("#requests button").nth(1).click();
        assertThat(page.locator("#inspected-result")).hasText("HTTP 200, code 0");
        assertThat(page.locator("#inspection pre").first()).containsText("\"pod_uuid\": \"pod-comfyui\"");
        assertThat(page.locator("#inspection pre").last()).containsText("\"status\": 1");
        page.locator("#inspection summary").first().click();
        assertThat(page.locator("#inspection .headers").first()).containsText("Bearer demo-key");
        assertThat(page.locator("#inspection")).containsText("createInstanceByPod");
        Assertions.assertThat(browser.accessibilityViolations(page)).isEmpty();
        page.keyboard().press("j");
        assertThat(page.locator("#inspected")).hasText("GET /api/open/v2/gpu/list");
        button(page, "Copy as curl").click();
        assertThat(notice(page)).containsText("copied");
        Assertions.assertThat(page.evaluate("navigator.clipboard.readText()").toString())
                .isEqualTo("curl '" + origin + "api/open/v2/gpu/list' -H 'Authorization: Bearer demo-key'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            GET    | demo-key    | {}                                  |           | -H 'Authorization: Bearer KEY'
            HEAD   | demo-key    | {}                                  |           | --head -H 'Authorization: Bearer KEY'
            DELETE | tenant-a    | {"x-note": "two"}                   |           | -X DELETE -H 'Authorization: Bearer KEY' -H 'X-Note: two'
            GET    | ****key     | {"user-agent": "Java"}              |           | -H 'Authorization: Bearer ***'
            POST   | demo-key    | {"content-type": "text/plain"}      | it's      | -H 'Authorization: Bearer KEY' -H 'Content-Type: text/plain' -d 'it'\\''s'
            POST   | demo-key    | {}                                  | @file     | -H 'Authorization: Bearer KEY' -H 'Content-Type:' --data-raw '@file'
            """)
    void writesARequestAsACommand(String method, String key, String headers, String body, String options) {
        Page page = console();
        Object command = page.evaluate("""
                async ([method, api_key, headers, body]) => (await import('/__admin/console/curl.js')).curlCommand({
                  method, api_key, path: '/gpu/list', query: 'page=1', body: body ?? undefined,
                  headers: {host: 'stub:80', authorization: `Bearer ${api_key}`, ...JSON.parse(headers)}})
                """, Arrays.asList(method, key, headers, body));
        String url = " 'http://stub:80/gpu/list?page=1'";
        String expected =
                options.startsWith("-H") ? url + " " + options : " " + options.replaceFirst(" (?=-H)", url + " ");
        Assertions.assertThat(command).isEqualTo("curl" + expected.replace("KEY", key));
    }

    @Test
    void copiesNoRequestWhoseBodyIsNotComplete() {
        Page page = console();
        Assertions.assertThatThrownBy(
                        () -> page.evaluate("async () => (await import('/__admin/console/curl.js')).curlCommand("
                                + "{id: 'request-1', body_truncated: true})"))
                .hasMessageContaining("The journal has only part of the body of request-1.");
    }

    @Test
    void opensAnExportedJournalReadOnly() {
        Page page = afterThreeRequests();
        Path file =
                page.waitForDownload(() -> button(page, "Save as HAR").click()).path();
        button(page, "Delete requests…").click();
        button(page, "Delete requests").click();
        assertThat(page.locator("#no-requests")).isVisible();
        button(page, "Load…").click();
        page.waitForFileChooser(() -> button(page, "Choose a file…").click()).setFiles(file);
        assertThat(page.locator("#archive-name")).containsText("read only");
        page.locator("#result").selectOption("failed");
        assertThat(page.locator("#requests li")).hasCount(1);
        page.locator("#requests button").click();
        assertThat(page.locator("#inspection")).containsText("destroyInstance");
        assertThat(button(page, "Copy as curl")).isHidden();
        button(page, "Close the file").click();
        assertThat(page.locator("#no-match")).isVisible();
    }
}
