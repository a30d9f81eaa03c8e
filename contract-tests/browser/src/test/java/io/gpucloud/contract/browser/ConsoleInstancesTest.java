package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Instances, their timeline and the money in the console. */
class ConsoleInstancesTest extends StubBrowserTest {

    private static void requireStatus(Page page, String status) {
        assertThat(page.locator("#instances .badge").first()).hasText(status);
    }

    /** The console with an instance that runs and is open. */
    private Page withOpenInstance() {
        created();
        Page page = console();
        button(page, "+1 min").click();
        requireStatus(page, "2 running");
        page.locator("#instances .link").click();
        return page;
    }

    @Test
    void createsInstancesFromAPodAndFromAnImage() {
        Page page = console();
        button(page, "Create the first one…").click();
        page.locator("#pod").selectOption("ComfyUI");
        page.locator("#pod-tag").selectOption("0.2");
        page.locator("#gpu").selectOption("gpu-l40s");
        page.locator("#gpu-nums").selectOption("2");
        assertThat(page.locator("#create-price")).hasText("9.00 per hour");
        button(page, "Create").click();
        requireStatus(page, "1 created");
        assertThat(page.locator("#instances")).containsText("2 × L40S 48GB");
        var instance = client.instances().list().iterator().next();
        Assertions.assertThat(instance.imageTag()).isEqualTo("0.2");
        Assertions.assertThat(instance.gpuCount()).isEqualTo(2);
        button(page, "New instance…").click();
        page.getByLabel("From an image").check();
        page.locator("#image").selectOption("img-python-3.12");
        button(page, "Create").click();
        assertThat(page.locator("#instances tr")).hasCount(2);
        page.locator("#instances .link").first().click();
        assertThat(page.locator("#inspection")).containsText("Ubuntu 24.04, Python 3.12");
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void followsAnInstanceThroughItsLife() {
        Page page = withOpenInstance();
        action(page, "#inspection", "Timer…").click();
        page.getByLabel("Shut down in minutes").fill("60");
        button(page, "Set timer").click();
        assertThat(page.locator("#instances")).containsText("timer reached in 1 h");
        action(page, "#inspection", "Next event").click();
        requireStatus(page, "21 shutting down");
        action(page, "#inspection", "Next event").click();
        requireStatus(page, "22 shut down");
        action(page, "#inspection", "Start").click();
        requireStatus(page, "1 created");
        action(page, "#inspection", "Next event").click();
        action(page, "#inspection", "Restart…").click();
        assertThat(page.locator("#question")).containsText("Restart ComfyUI · ");
        button(page, "Restart").click();
        requireStatus(page, "1 created");
        action(page, "#inspection", "Next event").click();
        action(page, "#inspection", "Rename…").click();
        page.locator("#new-title").fill("nightly render");
        button(page, "Rename").click();
        assertThat(page.locator("#instances .name")).containsText("nightly render");
        action(page, "#inspection", "Save image…").click();
        page.getByLabel("Name of the image").fill("mine");
        button(page, "Save image").click();
        requireStatus(page, "21 shutting down");
        button(page, "+1 min").click();
        assertThat(page.locator("#instances")).containsText("image: succeeded");
        assertThat(page.locator("#inspection ol li")).hasCount(10);
        button(page, "Timeline").click();
        assertThat(page.locator("#drawing rect.phase")).hasCount(10);
        action(page, "#inspection", "Destroy…").click();
        button(page, "Destroy").click();
        assertThat(page.locator("#no-instances")).isVisible();
        assertThat(page.locator("#inspector")).isHidden();
        Assertions.assertThat(client.instances().list()).isEmpty();
        Assertions.assertThat(browser.problems()).isEmpty();
    }

    @Test
    void actsOnTheSelectedInstances() {
        String kept = created();
        String newer = created();
        Page page = console();
        assertThat(button(page, "Destroy…")).isDisabled();
        double above = page.locator("#instances tr").first().boundingBox().y;
        page.getByLabel("Select all instances").check();
        assertThat(page.locator("#instance-actions")).containsText("2 selected");
        Assertions.assertThat(page.locator("#instances tr").first().boundingBox().y)
                .isEqualTo(above);
        action(page, "#instance-actions", "Next event").click();
        requireStatus(page, "2 running");
        assertThat(action(page, "#instance-actions", "Start")).isDisabled();
        assertThat(action(page, "#instance-actions", "Timer…")).isDisabled();
        page.getByLabel("Select ComfyUI · " + kept.substring(0, 8)).uncheck();
        action(page, "#instance-actions", "Destroy…").click();
        assertThat(page.locator("#question"))
                .hasText("Destroy ComfyUI · " + newer.substring(0, 8)
                        + " (created 1 Jan 00:00:00, 1 × NVIDIA GeForce RTX 4090)? The data there is lost.");
        button(page, "Destroy").click();
        assertThat(page.locator("#instances tr")).hasCount(1);
        Assertions.assertThat(client.instances().find(kept)).isPresent();
    }

    @Test
    void sortsFiltersAndSelectsManyInstancesInSmallRows() {
        for (int i = 0; i < 250; i++) {
            created();
        }
        Page page = console();
        assertThat(page.locator("#instances tr")).hasCount(200);
        Object visible = page.evaluate("Math.floor((document.getElementById('instances-table').clientHeight - 70)"
                + " / document.querySelector('#instances tr').offsetHeight)");
        Assertions.assertThat((int) visible).isGreaterThanOrEqualTo(10);
        Assertions.assertThat(page.evaluate("document.getElementById('instances-table').scrollWidth"
                        + " - document.getElementById('instances-table').clientWidth"))
                .isEqualTo(0);
        button(page, "Instance").click();
        button(page, "Instance").click();
        assertThat(page.locator("th[aria-sort=descending]")).hasText("Instance");
        String last = page.locator("#instances tr").last().getAttribute("data-uuid");
        Assertions.assertThat(page.locator("#instances tr").first().getAttribute("data-uuid"))
                .isGreaterThan(last);
        page.getByLabel("Search instances").fill(last);
        assertThat(page.locator("#instances tr")).hasCount(1);
        page.reload();
        assertThat(page.locator("#instances-count")).hasText("1 of 250 instances");
        page.getByLabel("Search instances").fill("");
        assertThat(page.locator("#instances tr")).hasCount(200);
        page.getByLabel("Select all instances").check();
        action(page, "#instance-actions", "Destroy…").click();
        assertThat(page.locator("#question")).hasText("Destroy 250 instances? The data there is lost.");
        assertThat(page.locator("#question")).isInViewport();
        assertThat(page.locator("#question-list")).isHidden();
    }

    /** The inspector is drawn again each second while time passes. */
    @Test
    void returnsTheFocusToAButtonThatWasDrawnAgainBehindItsDialog() {
        Page page = withOpenInstance();
        action(page, "#inspection", "Timer…").click();
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 60));
        assertThat(page.locator("#now")).hasText("2026-01-01 00:02:00");
        page.keyboard().press("Escape");
        assertThat(action(page, "#inspection", "Timer…")).isFocused();
    }

    @Test
    void setsATimerOfExactlyFiveMinutesWhileTheClockRunsAndCancelsIt() {
        Page page = withOpenInstance();
        buttonIn(page, "#clock", "Run").click();
        assertThat(page.locator("#pace")).hasText("runs");
        action(page, "#inspection", "Timer…").click();
        page.getByLabel("Shut down in minutes").fill("2");
        button(page, "Set timer").click();
        assertThat(page.locator("#timer .form-error"))
                .hasText("HTTP 400, code 400: bad request parameters (shutdown_time must be 0 or at least 5 minutes"
                        + " after now)");
        page.getByLabel("Shut down in minutes").fill("5");
        button(page, "Set timer").click();
        assertThat(page.locator("#instances")).containsText("timer reached");
        String uuid = client.instances().list().iterator().next().instanceUuid();
        client.instances().scheduleShutdown(uuid, Instant.ofEpochSecond(9_000_000_000_000L));
        assertThat(page.locator("#inspection")).containsText("9000000000000");
        action(page, "#inspection", "Timer…").click();
        button(page, "Cancel the timer").click();
        assertThat(page.locator("#instances")).not().containsText("timer reached");
    }

    @Test
    void saysOnTheButtonHowManyInstancesAreDestroyed() {
        for (int i = 0; i < 3; i++) {
            created();
        }
        Page page = console();
        List<Route> held = new ArrayList<>();
        page.route("**/instance/destroy", held::add);
        page.getByLabel("Select all instances").check();
        action(page, "#instance-actions", "Destroy…").click();
        button(page, "Destroy").click();
        page.waitForCondition(() -> held.size() == 1);
        held.get(0).resume();
        assertThat(buttonIn(page, "#instance-actions", "1 of 3")).isVisible();
        page.waitForCondition(() -> held.size() == 2);
        page.unroute("**/instance/destroy");
        held.get(1).resume();
        assertThat(page.locator("#no-instances")).isVisible();
        assertThat(notice(page)).isEmpty();
    }

    /** Eight GPUs cost 15.84 per hour, and there are 20.00 and 100.00 on a card, so the eighth bill is not paid. */
    @Test
    void saysThatTheMoneyEnded() {
        Page page = console();
        admin(page, "PUT", "/accounts/demo-key", Map.of("balance", 20));
        client.instances()
                .create(InstanceSpec.builder()
                        .podUuid("pod-stable-diffusion")
                        .gpuUuid("gpu-rtx-4090")
                        .gpuCount(8)
                        .build());
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 60));
        assertThat(page.locator("#money-ends")).hasText("At 15.84 per hour, it ends by 1 Jan 08:00.");
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 36_000));
        assertThat(page.locator("#instances .next")).containsText("no money left at ");
        assertThat(page.locator("#card-balance")).hasText("no money left, 1 stopped");
        assertThat(page.locator("#money-ends")).hasText("It ended on 1 Jan 08:00:20.");
        assertThat(page.locator("#balance-chart circle")).isVisible();
        page.locator("#instances .link").click();
        assertThat(page.locator("#inspection .note")).containsText("Stopped: no money left at ");
        assertThat(page.getByLabel("History")).containsText("21 shutting downfor 10 sno money left");
        button(page, "Timeline").click();
        assertThat(page.locator("#drawing")).containsText("for 10 s: no money left");
    }

    @Test
    void showsRequestsBillsAndWhatWasDestroyedInTheTimelineAndAsAList() {
        String kept = created();
        String gone = created();
        Page page = console();
        button(page, "+1 h").click();
        assertThat(page.locator("#now")).hasText("2026-01-01 01:00:00");
        client.instances().destroy(gone);
        assertThat(page.locator("#instances tr")).hasCount(1);
        button(page, "Timeline").click();
        assertThat(page.locator("#drawing .phase.gone")).hasCount(1);
        assertThat(page.locator("#drawing")).containsText("01:00:00: POST /instance/destroy");
        page.locator("#timeline summary").click();
        assertThat(page.locator("#timeline-list"))
                .containsText("1 Jan 01:00:00ComfyUI · " + gone.substring(0, 8) + ": destroyed");
        assertThat(page.locator("#timeline-list"))
                .containsText("1 Jan 00:00:20ComfyUI · " + kept.substring(0, 8) + ": 2 running, boot finished");
        assertThat(page.locator("#timeline-list")).containsText("1 Jan 01:00:00billed 1.97");
    }

    @Test
    void saysWhichRequestStoppedAnInstance() {
        Page page = withOpenInstance();
        String uuid = client.instances().list().iterator().next().instanceUuid();
        client.instances().scheduleShutdown(uuid, Instant.ofEpochSecond(NOW + 3_600));
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 7_200));
        assertThat(page.locator("#instances .next")).hasText("timer reached at 01:00:00");
        page.locator("#inspection .note").getByText("Show the request").click();
        assertThat(page.locator("#inspected")).containsText("/instance/shutdown_timer");
        assertThat(page.locator("#inspection")).containsText("Clock of the account2026-01-01 00:01:00 UTC");
    }

    @Test
    void showsCostAndSpending() {
        String destroyed = created();
        created();
        Page page = console();
        assertThat(page.locator("#hourly")).hasText("0.00");
        button(page, "+1 min").click();
        assertThat(page.locator("#hourly")).hasText("3.96");
        assertThat(page.locator("#lasts")).containsText("11 days");
        assertThat(page.locator("#dearest")).containsText("1.98 per hour, 0.00 spent");
        buttonIn(page, "#clock", "+1 h").click();
        assertThat(page.locator("#now")).hasText("2026-01-01 01:01:00");
        client.instances().destroy(destroyed);
        button(page, "+1 day").click();
        assertThat(page.locator("#instances tr")).hasCount(1);
        assertThat(page.locator("#instances tr")).containsText("49.50");
        assertThat(page.locator("#spent-by-shown")).hasText("49.50");
        assertThat(page.locator("#instances-table tfoot")).containsText("Destroyed instances and other bills");
        assertThat(page.locator("#other-bills")).hasText("35.66");
        assertThat(page.locator("#spent-in-all"))
                .hasText(admin(page, "/accounts/demo-key").at("/spent").asString());
        assertThat(page.locator("#spent")).hasText("47.52 in the last 24 hours");
        assertThat(page.locator("#chart rect.by-card")).hasCount(24);
        assertThat(page.locator("#money-ends")).hasText("At 1.98 per hour, it ends by 24 Jan 03:00.");
        page.getByText("Show as a table").click();
        assertThat(page.locator("#spending-table tbody tr")).hasCount(24);
        assertThat(page.locator("#spending-table tfoot")).hasText("Sum0.0047.52");
        assertThat(page.locator("#spending-table tbody tr").last()).isVisible();
        page.locator("#range").selectOption("month");
        assertThat(page.locator("#spent")).containsText("in the last 30 days");
        page.reload();
        assertThat(page.locator("#range")).hasValue("month");
    }
}
