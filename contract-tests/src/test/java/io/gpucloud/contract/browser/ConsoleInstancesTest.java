package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Instances, their timeline and the money in the console. */
class ConsoleInstancesTest extends StubBrowserTest {

    private static Locator status(Page page) {
        return page.locator("#instances .instance-status .badge").first();
    }

    @Test
    void createsAnInstanceFromAPod() {
        Page page = console();
        button(page, "New instance…").click();
        page.locator("#pod").selectOption("ComfyUI");
        page.locator("#pod-tag").selectOption("0.2");
        page.locator("#gpu").selectOption("gpu-l40s");
        page.locator("#gpu-nums").selectOption("2");
        assertThat(page.locator("#create-price")).hasText("9.00 per hour");
        button(page, "Create").click();
        assertThat(status(page)).hasText("1 created");
        assertThat(page.locator("#instances")).containsText("2 × NVIDIA L40S 48GB · 0.2");
        var instance = client.instances().list().iterator().next();
        Assertions.assertThat(instance.imageTag()).isEqualTo("0.2");
        Assertions.assertThat(instance.gpuCount()).isEqualTo(2);
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void createsAnInstanceFromAnImage() {
        Page page = console();
        button(page, "Create the first one…").click();
        page.getByLabel("From an image").check();
        page.locator("#image").selectOption("img-python-3.12");
        button(page, "Create").click();
        assertThat(page.locator("#instances")).containsText("Ubuntu 24.04, Python 3.12");
    }

    @Test
    void showsWhyAnInstanceCannotBeCreated() {
        Page page = console();
        button(page, "New instance…").click();
        page.locator("#gpu").selectOption("gpu-h100-80g");
        button(page, "Create").click();
        assertThat(page.locator("#create .form-error")).hasText("HTTP 200, code 1: not enough free GPUs of this model");
        assertThat(page.locator("#create")).isVisible();
    }

    @Test
    void followsAnInstanceThroughItsLife() {
        String uuid = created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("2 running");

        button(page, "Timer ComfyUI").click();
        page.getByLabel("Shut down in minutes").fill("60");
        button(page, "Set timer").click();
        assertThat(page.locator("#instances")).containsText("timer will shut it down in 1 h");
        buttonIn(page, "#clock", "+1 h").click();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("22 shut down");

        button(page, "Start ComfyUI").click();
        assertThat(status(page)).hasText("1 created");
        button(page, "+1 min").click();
        button(page, "Restart ComfyUI").click();
        assertThat(page.locator("#question")).containsText("Restart ComfyUI · " + uuid.substring(0, 8));
        button(page, "Restart").click();
        assertThat(status(page)).hasText("1 created");
        button(page, "+1 min").click();

        button(page, "Save ComfyUI").click();
        page.getByLabel("Name of the image").fill("mine");
        button(page, "Save image").click();
        assertThat(status(page)).hasText("21 shutting down");
        button(page, "+1 min").click();
        assertThat(page.locator("#instances")).containsText("image saved");

        page.locator(".disclosure").click();
        assertThat(page.locator(".history ol li")).hasCount(10);
        assertThat(page.locator("#drawing rect.phase")).hasCount(10);

        button(page, "Destroy ComfyUI").click();
        button(page, "Destroy").click();
        assertThat(page.locator("#no-instances")).isVisible();
        assertThat(button(page, "New instance…")).isFocused();
        Assertions.assertThat(client.instances().find(uuid)).isEmpty();
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void namesTheInstanceThatItDestroys() {
        String older = created();
        String newer = created();
        Page page = console();
        assertThat(page.locator("#instances > li")).hasCount(2);
        assertThat(page.locator("#drawing")).containsText(older.substring(0, 8));
        button(page, "Destroy ComfyUI · " + newer.substring(0, 8)).click();
        assertThat(page.locator("#question"))
                .hasText("Destroy ComfyUI · " + newer.substring(0, 8)
                        + " (created 1 Jan 00:00:00, 1 × NVIDIA GeForce RTX 4090)? Its data is lost.");
        button(page, "Destroy").click();
        assertThat(page.locator("#instances > li")).hasCount(1);
        assertThat(button(page, "Destroy ComfyUI")).isVisible();
        assertThat(page.locator("#instances .disclosure")).isFocused();
        Assertions.assertThat(client.instances().find(older)).isPresent();
    }

    /** The rows are drawn again each second while time passes. */
    @Test
    void returnsTheFocusToAButtonThatWasDrawnAgainBehindItsDialog() {
        created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("2 running");
        button(page, "Timer ComfyUI").click();
        admin(page, "POST", "/accounts/demo-key/clock/advance", Map.of("seconds", 60));
        assertThat(page.locator("#now")).hasText("2026-01-01 00:02:00");
        page.keyboard().press("Escape");
        assertThat(button(page, "Timer ComfyUI")).isFocused();
    }

    @Test
    void cancelsATimer() {
        String uuid = created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("2 running");
        client.instances().scheduleShutdown(uuid, Instant.ofEpochSecond(NOW + 7_200));
        assertThat(page.locator("#instances")).containsText("timer will shut it down");
        button(page, "Timer ComfyUI").click();
        button(page, "Cancel the timer").click();
        assertThat(page.locator("#instances")).not().containsText("timer will shut it down");
    }

    @Test
    void setsATimerOfExactlyFiveMinutesWhileTheClockRuns() {
        created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("2 running");
        buttonIn(page, "#clock", "Run").click();
        assertThat(page.locator("#pace")).hasText("runs");
        button(page, "Timer ComfyUI").click();
        page.getByLabel("Shut down in minutes").fill("2");
        button(page, "Set timer").click();
        assertThat(page.locator("#timer .form-error"))
                .hasText("HTTP 400, code 400: bad request parameters (shutdown_time must be 0 or at least 5 minutes"
                        + " after now)");
        page.getByLabel("Shut down in minutes").fill("5");
        button(page, "Set timer").click();
        assertThat(page.locator("#instances")).containsText("timer will shut it down");
    }

    @Test
    void scrollsTheListOfInstancesDownOnly() {
        created();
        Page page = console();
        assertThat(page.locator("#instances li")).hasCount(1);
        Assertions.assertThat(page.evaluate("document.getElementById('instances').scrollWidth"
                        + " - document.getElementById('instances').clientWidth"))
                .isEqualTo(0);
    }

    @Test
    void disablesButtonsThatDoNotApply() {
        created();
        Page page = console();
        assertThat(button(page, "Start ComfyUI")).isDisabled();
        assertThat(button(page, "Save ComfyUI")).isDisabled();
        button(page, "+1 min").click();
        assertThat(button(page, "Save ComfyUI")).isEnabled();
        Assertions.assertThat(client.instances().list().iterator().next().isRunning())
                .isTrue();
    }

    @Test
    void showsATimerThatIsPastAllDates() {
        String uuid = created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(status(page)).hasText("2 running");
        client.instances().scheduleShutdown(uuid, Instant.ofEpochSecond(9_000_000_000_000L));
        assertThat(page.locator("#instances")).containsText("9000000000000");
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void showsCostAndSpending() {
        created();
        Page page = console();
        assertThat(page.locator("#hourly")).hasText("0.00");
        button(page, "+1 min").click();
        assertThat(page.locator("#hourly")).hasText("1.98");
        assertThat(page.locator("#lasts")).containsText("23 days");
        button(page, "+1 day").click();
        assertThat(page.locator("#spent")).hasText("47.52 in 24 hours");
        assertThat(page.locator("#chart rect.by-card")).hasCount(24);
        page.getByText("Show as a table").click();
        assertThat(page.locator("#spending-table tbody tr")).hasCount(24);
        page.locator("#range").selectOption("month");
        assertThat(page.locator("#spent")).hasText("66.33 in 30 days");
    }

    @Test
    void showsWhatEachInstanceHasCost() {
        String destroyed = created();
        String uuid = created();
        Page page = console();
        button(page, "+1 min").click();
        assertThat(page.locator("#instances")).containsText("spent 0.00");
        buttonIn(page, "#clock", "+1 h").click();
        assertThat(page.locator("#instances > li").first()).containsText("spent 1.98");
        client.instances().destroy(destroyed);
        button(page, "+1 day").click();
        assertThat(page.locator("#instances > li")).hasCount(1);
        assertThat(page.locator("#instances > li")).containsText("spent 49.50");
        page.getByText("By instance, since the start").click();
        Locator rows = page.locator("#instance-spending-table tbody tr");
        assertThat(rows).hasCount(2);
        assertThat(rows.first()).hasText("ComfyUI · " + uuid.substring(0, 8) + "49.50");
        assertThat(rows.last()).containsText("Destroyed instances and other bills");
        assertThat(page.locator("#spent-in-all"))
                .hasText(admin(page, "/accounts/demo-key").at("/spent").asString());
    }
}
