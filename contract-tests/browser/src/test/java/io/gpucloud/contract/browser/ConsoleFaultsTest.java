package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Faults in the console. */
class ConsoleFaultsTest extends StubBrowserTest {

    private static final String[] FIELDS = "operation path status code msg body retry-after delay seconds".split(" ");

    private JsonNode onlyFault(Page page) {
        assertThat(page.locator("#faults li")).hasCount(1);
        return admin(page, "/faults").at("/faults/0");
    }

    @ParameterizedTest
    @CsvSource({
        "respond,operation path status code msg body retry-after delay",
        "reset_after_effect,operation delay",
        "html_body,operation path status retry-after delay",
        "delay,operation delay",
        "never_boot,''",
        "list_lag,seconds"
    })
    void showsOnlyTheFieldsThatGoWithTheEffect(String effect, String enabled) {
        Page page = console();
        button(page, "New fault…").click();
        page.locator("#effects [value=" + effect + "]").check();
        List<String> expected = List.of(enabled.split(" "));
        for (String field : FIELDS) {
            assertThat(page.locator("#fault-" + field))
                    .isVisible(new IsVisibleOptions().setVisible(expected.contains(field)));
        }
    }

    @Test
    void offersEachEffectInWordsWithinTwoClicks() {
        Page page = browser.desktopPage(origin);
        page.setViewportSize(1440, 900);
        openConsole(page);
        button(page, "New fault…").click();
        assertThat(page.locator("#effects label")).hasCount(18);
        for (Locator effect : page.locator("#effects label").all()) {
            assertThat(effect).isInViewport();
            assertThat(effect).not().containsText("_");
        }
        page.getByLabel("destroyed, but runs on").check();
        assertThat(page.locator("#effect-help")).containsText("listed_again: A destroy request is confirmed");
        Assertions.assertThat(page.evaluate("() => { const dialog = document.getElementById('new-fault');"
                        + " return dialog.scrollHeight - dialog.clientHeight; }"))
                .isEqualTo(0);
    }

    @Test
    void namesThePresetOfAFaultThatIsUsedUp() {
        Page page = console();
        button(page, "Response to create is lost").click();
        assertThat(page.locator("#faults li")).hasCount(2);
        attempt(this::created);
        assertThat(page.locator("#no-faults")).isVisible();
        Locator row = page.locator("#requests li[data-failed]");
        assertThat(row.locator(".result")).hasText("response lost");
        assertThat(row.locator(".tags")).hasText("Response to create is lost");
        row.getByRole(AriaRole.BUTTON).first().click();
        assertThat(page.locator("#inspected-result")).hasText("response lost");
        assertThat(page.locator("#inspection .note")).containsText("Response to create is lost (fault-1)");
    }

    @Test
    void setsEachMemberOfAResponse() {
        Page page = console();
        page.setViewportSize(1280, 800);
        button(page, "New fault…").click();
        assertThat(button(page, "Add fault")).isInViewport();
        page.locator("#effects [value=respond_after_effect]").check();
        page.locator("#fault-operation").selectOption("getBalance");
        page.locator("#fault-status").fill("503");
        page.locator("#fault-code").fill("-2");
        page.locator("#fault-msg").fill("try later");
        page.locator("#fault-retry-after").fill("7");
        page.locator("#fault-delay").fill("5");
        page.locator("#fault-probability").fill("25");
        page.locator("#fault-times").fill("3");
        page.locator("#fault-until").fill("2026-01-01T02:00");
        assertThat(page.locator("#fault-for-seconds")).isHidden();
        button(page, "Add fault").click();
        Assertions.assertThat(onlyFault(page).toString())
                .isEqualTo(
                        "{\"operation\":\"getBalance\",\"api_key\":\"demo-key\",\"status\":503,"
                                + "\"code\":-2,\"msg\":\"try later\",\"retry_after\":7,\"delay_ms\":5,"
                                + "\"effect\":\"respond_after_effect\",\"times\":3,\"until\":1767232800,\"probability\":0.25,\"id\":\"fault-1\"}");
        assertThat(page.locator("#faults")).containsText("25 % of the time");
    }

    @Test
    void sendsABodyToAPathForAWhile() {
        Page page = console();
        button(page, "New fault…").click();
        page.locator("#fault-body").fill("not JSON");
        assertThat(page.locator("#fault-code")).isHidden();
        page.locator("#fault-path").fill("/workflow/*");
        assertThat(page.locator("#fault-operation")).isHidden();
        page.locator("#fault-for-seconds").fill("600");
        button(page, "Add fault").click();
        Assertions.assertThat(onlyFault(page).toString())
                .contains("\"path\":\"/workflow/*\"", "\"body\":\"not JSON\"", "\"until\":1767226200");
    }

    @Test
    void setsFaultsOfInstancesAndDelays() {
        Page page = console();
        button(page, "New fault…").click();
        page.locator("#effects [value=list_lag]").check();
        page.locator("#fault-seconds").fill("120");
        page.locator("#fault-times").fill("1");
        button(page, "Add fault").click();
        Assertions.assertThat(onlyFault(page).at("/seconds").intValue()).isEqualTo(120);
        created();
        assertThat(page.locator("#instances")).containsText("hidden from lists");
        assertThat(page.locator("#no-faults")).isVisible();

        button(page, "New fault…").click();
        page.locator("#effects [value=delay]").check();
        page.locator("#fault-delay").fill("10");
        button(page, "Add fault").click();
        Assertions.assertThat(onlyFault(page).has("effect")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "No capacity,2,\"code\":1,not enough free GPUs",
        "Response to create is lost,2,\"effect\":\"lose_response\",response was lost",
        "Rate limited,1,\"retry_after\":5,HTTP 429"
    })
    void setsAPresetWithOneClick(String preset, int faults, String json, String seen) {
        Page page = console();
        button(page, preset).click();
        assertThat(page.locator("#faults li")).hasCount(faults);
        assertThat(page.locator("#faults li").last()).containsText(preset);
        for (JsonNode fault : admin(page, "/faults").at("/faults")) {
            Assertions.assertThat(fault.toString()).contains(json, "\"api_key\":\"demo-key\"");
        }
        button(page, "New instance…").click();
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error")).containsText(seen);
        assertThat(page.locator("#create .form-error")).containsText(", fault-1)");
    }

    @Test
    void doesNotSetAPresetTwiceAfterADoubleClick() {
        Page page = console();
        button(page, "No capacity").dblclick();
        assertThat(announcement(page)).hasText("No capacity is off.");
        assertThat(button(page, "No capacity")).hasAttribute("aria-pressed", "false");
        Assertions.assertThat(admin(page, "/faults").at("/faults").size()).isZero();
    }

    /** Enter would create another instance, so the focus leaves the button if the outcome is unknown. */
    @Test
    void keepsTheFocusInTheDialogAfterAFailedRequest() {
        Page page = console();
        button(page, "No capacity").click();
        assertThat(page.locator("#faults li")).hasCount(2);
        button(page, "New instance…").click();
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error")).containsText(", fault-1)");
        assertThat(button(page, "Create")).isFocused();
        page.keyboard().press("Escape");
        assertThat(button(page, "New instance…")).isFocused();

        button(page, "Response to create is lost").click();
        assertThat(page.locator("#faults li")).hasCount(4);
        button(page, "New instance…").click();
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error")).containsText("(Response to create is lost, fault-3)");
        assertThat(buttonIn(page, "#create", "Close")).isFocused();
        assertThat(page.locator("#create .primary")).hasCount(0);
    }

    @Test
    void addsNoFaultThatReportsSuccessByAccident() {
        Page page = console();
        button(page, "New fault…").click();
        page.locator("#fault-preset").selectOption("rate-limited");
        assertThat(page.locator("#fault-status")).hasValue("429");
        page.keyboard().press("Escape");
        button(page, "New fault…").click();
        assertThat(page.locator("#fault-status")).hasValue("500");
        page.locator("#fault-status").fill("");
        button(page, "Add fault").click();
        assertThat(page.locator("#new-fault")).isVisible();
        page.locator("#fault-code").fill("0");
        button(page, "Add fault").click();
        assertThat(page.locator("#faults")).containsText("HTTP 200, code 0, success");
    }

    @Test
    void listsAndRemovesFaults() {
        Page page = browser.desktopPage(origin);
        admin(page, "POST", "/faults", Map.of("status", 500, "operation", "getBalance", "times", 2));
        admin(page, "POST", "/faults", Map.of("status", 503, "api_key", "demo-key-poor"));
        openConsole(page);
        assertThat(page.locator("#faults-on")).hasText("1");
        assertThat(page.locator("#faults-elsewhere")).hasText("and 1 for other accounts");
        attempt(() -> once().billing().balance());
        assertThat(page.locator("#faults li").first()).containsText("getBalance · once");
        assertThat(page.locator("#requests li").first()).containsText("response replaced");
        button(page, "Remove fault-1: HTTP 500").click();
        assertThat(page.locator("#faults li")).hasCount(1);
        Assertions.assertThat(client.billing().balance().balance()).isNotNull();
        button(page, "Rate limited").click();
        button(page, "Remove all faults").click();
        assertThat(page.locator("#no-faults")).isVisible();
    }

    @Test
    void replacesNothingByAnOlderResponse() {
        Page page = browser.desktopPage(origin);
        openConsole(page);
        List<Route> held = new ArrayList<>();
        page.route("**/__admin/keys", route -> {
            if (held.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        admin(page, "POST", "/faults", Map.of("effect", "respond", "status", 503));
        admin(page, "POST", "/faults", Map.of("effect", "respond", "status", 504));
        page.waitForResponse(
                response ->
                        response.url().endsWith("/faults") && response.text().contains("504"),
                () -> attempt(() -> once().gpus().list()));
        admin(page, "DELETE", "/faults", Map.of());
        button(page, "Response to create is lost").click();
        assertThat(announcement(page)).containsText("Response to create is lost is on");
        held.forEach(Route::resume);
        // The second time, the page has handled everything before.
        for (int i = 0; i < 2; i++) {
            page.waitForResponse("**/__admin/faults", () -> once().gpus().list());
        }
        assertThat(page.locator("#faults")).not().containsText("503");
    }

    @Test
    void keepsTheFormOpenWithTheReasonOfARejection() {
        Page page = console();
        page.route("**/__admin/faults", route -> {
            if (route.request().method().equals("POST")) {
                route.fulfill(new Route.FulfillOptions().setStatus(409).setBody("{\"detail\":\"not now\"}"));
            } else {
                route.resume();
            }
        });
        button(page, "New fault…").click();
        button(page, "Add fault").click();
        assertThat(page.locator("#new-fault .form-error")).hasText("not now");
        client.gpus().list();
        assertThat(page.locator("#requests li").first()).containsText("/gpu/list");
        assertThat(page.locator("#new-fault .form-error")).hasText("not now");
    }
}
