package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Six tasks of a tester, from the console only, with the number of clicks that each takes. */
class ConsoleTasksTest extends StubBrowserTest {

    private Page page;
    private int clicks;

    @BeforeEach
    void open() {
        page = console();
        clicks = 0;
    }

    private void click(Locator target) {
        target.click();
        clicks++;
    }

    private void rent() {
        click(button(page, "New instance…"));
        click(button(page, "Create"));
    }

    @Test
    void rentAnInstanceThatRuns() {
        rent();
        assertThat(page.locator("#instances li")).hasCount(1);
        click(button(page, "Next event"));
        assertThat(page.locator("#instances .badge")).hasText("2 running");
        Assertions.assertThat(clicks).isEqualTo(3);
    }

    @Test
    void runOutOfStock() {
        click(button(page, "Sell out NVIDIA GeForce RTX 4090"));
        rent();
        assertThat(page.locator("#create .form-error")).containsText("not enough free GPUs");
        Assertions.assertThat(clicks).isEqualTo(3);
    }

    @Test
    void loseTheResponseToACreate() {
        click(button(page, "Response to create is lost"));
        rent();
        assertThat(page.locator("#create .form-error")).containsText("The operation may have happened.");
        click(buttonIn(page, "#create", "Cancel"));
        assertThat(page.locator("#instances li")).hasCount(1);
        Assertions.assertThat(clicks).isEqualTo(4);
    }

    @Test
    void travelADay() {
        rent();
        click(button(page, "+1 day"));
        assertThat(page.locator("#now")).hasText("2026-01-02 00:00:00");
        assertThat(page.locator("#spent")).containsText("45.54");
        Assertions.assertThat(clicks).isEqualTo(3);
    }

    @Test
    void findTheFailingRequestAndReplayIt() {
        click(button(page, "No capacity"));
        rent();
        assertThat(page.locator("#create .form-error")).isVisible();
        click(buttonIn(page, "#create", "Cancel"));
        click(button(page, "No capacity"));
        assertThat(page.locator("#no-faults")).isVisible();
        page.locator("#outcome").selectOption("failed");
        click(page.locator("#requests button").first());
        assertThat(page.locator("#inspected-result")).hasText("HTTP 200, code 1");
        click(button(page, "Replay"));
        assertThat(page.locator("#inspection")).containsText("before: HTTP 200, code 1");
        assertThat(page.locator("#instances li")).hasCount(1);
        Assertions.assertThat(clicks).isEqualTo(7);
    }
}
