package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.gpucloud.client.model.Instance;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts, money, stock, clocks and snapshots in the console. */
class ConsoleAccountTest extends StubBrowserTest {

    @Test
    void createsSelectsAndDeletesAccounts() {
        Page page = console();
        button(page, "New account…").click();
        page.getByLabel("Name and API key").fill("tenant-qa");
        page.locator("#new-balance").fill("50");
        button(page, "Open account").click();
        assertThat(page.locator("#account")).hasValue("tenant-qa");
        assertThat(page.locator("#balance")).hasText("50.00");
        page.reload();
        assertThat(page.locator("#account")).hasValue("tenant-qa");
        page.locator("#account").selectOption("demo-key");
        assertThat(page.locator("#balance")).hasText("1,000.00");
        button(page, "New account…").click();
        assertThat(page.locator("#new-balance")).isEmpty();
        page.getByLabel("Name and API key").fill("demo-key");
        button(page, "Open account").click();
        assertThat(page.locator("#new-account .form-error")).hasText("there is an account of this name already");
        page.keyboard().press("Escape");
        // Its key has not been used yet.
        page.locator("#account").selectOption("demo-key-poor");
        assertThat(page.locator("#account option:checked")).hasText("demo-key-poor");
        assertThat(page.locator("#balance")).hasText("0.01");
        buttonIn(page, "#account-bar", "Delete account…").click();
        button(page, "Delete account").click();
        assertThat(page.locator("#account")).hasValue("demo-key");
    }

    /** A read that arrives after the deletion opens the account again. */
    @Test
    void deletesAnAccountOnlyWhenItsLastReadHasEnded() {
        Page page = console();
        page.locator("#account").selectOption("demo-key-poor");
        assertThat(page.locator("#balance")).hasText("0.01");
        AtomicReference<@Nullable Route> held = new AtomicReference<>();
        page.route("**/__admin/accounts/demo-key-poor", route -> {
            if (route.request().method().equals("GET") && held.compareAndSet(null, route)) {
                return;
            }
            route.resume();
        });
        page.waitForCondition(() -> held.get() != null);
        buttonIn(page, "#account-bar", "Delete account…").click();
        button(page, "Delete account").click();
        Objects.requireNonNull(held.get()).resume();
        assertThat(page.locator("#account")).hasValue("demo-key");
    }

    @Test
    void rechargesAndSetsTheBalance() {
        Page page = console();
        button(page, "Recharge…").click();
        page.getByLabel("Amount").fill("25.5");
        button(page, "Recharge").click();
        assertThat(page.locator("#balance")).hasText("1,025.50");
        button(page, "Set balance…").click();
        page.locator("#balance-amount").fill("0.01");
        buttonIn(page, "#set-balance", "Set balance").click();
        assertThat(page.locator("#balance")).hasText("0.01");
    }

    @Test
    void undoesOnlyTheLastChangeAndAsksBeforeItDiscardsWhatHappenedSince() {
        Page page = console();
        byte[] empty =
                page.request().get(origin + "__admin/snapshot?account=demo-key").body();
        String first = created();
        buttonIn(page, "#account-bar", "Reset account…").click();
        page.keyboard().press("Escape");
        Assertions.assertThat(client.instances().list()).hasSize(1);
        buttonIn(page, "#account-bar", "Reset account…").click();
        button(page, "Reset account").click();
        assertThat(page.locator("#no-instances")).isVisible();
        button(page, "Undo").click();
        assertThat(page.locator("#undo")).isHidden();
        Assertions.assertThat(client.instances().find(first)).isPresent();
        buttonIn(page, "#stub", "Reset stub…").click();
        button(page, "Reset stub").click();
        assertThat(page.locator("#welcome")).isVisible();
        button(page, "Open demo-key").click();
        // Its button "Load…" would be the wrong one.
        assertThat(page.locator("#welcome")).isHidden();
        String kept = created();
        load(page, new FilePayload("empty.json", "application/json", empty));
        button(page, "Replace").click();
        assertThat(page.locator("#undo")).containsText("demo-key was replaced by empty.json at");
        String since = created();
        button(page, "Undo").click();
        assertThat(page.locator("#question")).containsText("demo-key has changed since it was replaced by empty.json.");
        page.keyboard().press("Escape");
        Assertions.assertThat(client.instances().find(since)).isPresent();
        button(page, "Undo").click();
        buttonIn(page, "#confirm", "Undo").click();
        assertThat(page.locator("#undo")).isHidden();
        Assertions.assertThat(client.instances().list())
                .extracting(Instance::instanceUuid)
                .containsExactly(kept);
    }

    @Test
    void undoesWithoutAQuestionIfOnlyTimeHasPassedSince() {
        Page page = console();
        String first = created();
        buttonIn(page, "#account-bar", "Reset account…").click();
        button(page, "Reset account").click();
        assertThat(page.locator("#undo")).isVisible();
        admin(page, "POST", "/clock/advance", Map.of("seconds", 1));
        button(page, "Undo").click();
        assertThat(page.locator("#undo")).isHidden();
        Assertions.assertThat(client.instances().find(first)).isPresent();
    }

    @Test
    void sellsOutRestocksAndSchedulesAGpuModel() {
        Page page = console();
        button(page, "Sell out NVIDIA L40S 48GB").click();
        Locator row = page.locator("#stock li").nth(1);
        assertThat(row).containsText("sold out");
        Assertions.assertThat(
                        admin(page, "/accounts/demo-key").at("/stock/1/stock").intValue())
                .isZero();
        button(page, "Restock NVIDIA L40S 48GB").click();
        assertThat(row).containsText("any number");
        button(page, "Edit the stock of NVIDIA L40S 48GB").click();
        page.getByLabel("GPUs now").fill("4");
        page.getByLabel("Change after minutes").fill("30");
        page.getByLabel("GPUs then").fill("0");
        button(page, "Set stock").click();
        assertThat(row).containsText("4 free");
        assertThat(row).containsText("0 from 1 Jan 00:30");
    }

    /** Time passes for the page only, so that the stub responds with 304 when the account is selected again. */
    @Test
    void showsTheRightTimeAfterAnotherAccountWasSelected() {
        Page page = browser.desktopPage(origin);
        admin(page, "PUT", "/clock", Map.of("frozen", false));
        page.request().get(origin + "__admin/accounts/tenant-other");
        page.clock().install();
        openConsole(page);
        page.clock().runFor(60_000);
        assertThat(page.locator("#now")).containsText("2026-01-01 00:01");
        page.locator("#account").selectOption("tenant-other");
        assertThat(page.locator("#balance")).hasText("1,000.00");
        page.locator("#account").selectOption("demo-key");
        page.clock().runFor(2_000);
        assertThat(page.locator("#now")).containsText("2026-01-01 00:01");
    }

    @Test
    void advancesAndFreezesTheClockOfTheAccountAndLetsItFollowTheStub() {
        Page page = console();
        page.getByLabel("Unit").selectOption("h");
        button(page, "Advance").click();
        assertThat(page.locator("#now")).hasText("2026-01-01 10:00:00");
        assertThat(page.locator("#stub-beside")).hasText("Clock of the stub: 2026-01-01 00:00:00");
        buttonIn(page, "#clock", "Run").click();
        assertThat(page.locator("#pace")).hasText("runs");
        assertThat(page.locator("#whose-clock")).hasText("own clock");
        buttonIn(page, "#clock", "Freeze").click();
        assertThat(page.locator("#pace")).hasText("frozen");
        button(page, "Follow the stub").click();
        assertThat(page.locator("#whose-clock")).hasText("follows the stub");
        Assertions.assertThat(admin(page, "/clock").at("/frozen").booleanValue())
                .isTrue();
    }

    /** The state of the random numbers of a fault has more digits than a number of the browser. */
    @Test
    void savesAndOpensTheStubUnchanged() {
        Page page = browser.desktopPage(origin);
        admin(page, "POST", "/faults", Map.of("status", 500, "probability", 0.5));
        openConsole(page);
        buttonIn(page, "#account-bar", "Save…").click();
        Download download =
                page.waitForDownload(() -> button(page, "Save the stub").click());
        Assertions.assertThat(download.suggestedFilename()).isEqualTo("stub-20260101T000000Z.json");
        String state = page.request().get(origin + "__admin/snapshot").text();
        Assertions.assertThat(download.path()).content().isEqualTo(state);
        page.keyboard().press("Escape");
        button(page, "Remove fault-1: HTTP 500").click();
        assertThat(page.locator("#no-faults")).isVisible();
        load(page, new FilePayload("stub.json", "application/json", state.getBytes(UTF_8)));
        assertThat(page.locator("#question")).hasText("Replace the whole stub by stub.json (1 account)?");
        button(page, "Replace").click();
        assertThat(page.locator("#faults li")).hasCount(1);
        Assertions.assertThat(page.request().get(origin + "__admin/snapshot").text())
                .isEqualTo(state);
    }

    private static void load(Page page, FilePayload file) {
        button(page, "Load…").click();
        page.waitForFileChooser(() -> button(page, "Choose a file…").click()).setFiles(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not JSON", "{\"rules\":1}"})
    void rejectsAWrongFileAndChangesNothing(String content) {
        Page page = console();
        load(page, new FilePayload("wrong.json", "application/json", content.getBytes(UTF_8)));
        assertThat(notice(page).getByRole(AriaRole.ALERT))
                .containsText("wrong.json is neither a state of an account or a stub nor a HAR file");
        assertThat(page.locator("#confirm")).isHidden();
        String otherSeed = "{\"rules\":{},\"account\":{\"state\":{\"moment\":1,\"instances\":[]}}}";
        load(page, new FilePayload("other.json", "application/json", otherSeed.getBytes(UTF_8)));
        button(page, "Replace").click();
        assertThat(notice(page).getByRole(AriaRole.ALERT)).containsText("The stub rejects other.json: ");
        assertThat(notice(page)).containsText("Nothing has changed.");
        assertThat(page.locator("#undo")).isHidden();
    }

    @Test
    void showsWhyTheTimeStandsStillAfterTheAccountWasAheadOfTheStub() {
        created();
        Page page = console();
        button(page, "+1 day").click();
        assertThat(page.locator("#now")).hasText("2026-01-02 00:00:00");
        button(page, "Follow the stub").click();
        assertThat(announcement(page)).containsText("until the stub shows 2026-01-02 00:00:00.");
        assertThat(page.locator("#pace")).hasText("waits");
        assertThat(page.locator("#clock-waits")).containsText("until the stub shows 2026-01-02 00:00:00");
        assertThat(page.locator("#now")).hasText("2026-01-02 00:00:00");
        assertThat(page.locator("#next-event-text")).containsText("hourly bill at 00:00:20, in 20 s");
    }

    /** The heights of the parts above the buttons, and of those next to them. */
    private static Object heights(Page page) {
        return page.evaluate("['.account-bar', '.tiles', '#faults-panel', '#clock', '#money']"
                + ".map(part => `${part} ${document.querySelector(part).offsetHeight}`).join(', ')");
    }

    /** A click must not hit the neighbour of a button because a text above it became longer. */
    @Test
    void keepsThePlaceOfButtonsWhenTheNextEventChanges() {
        Page page = console();
        assertThat(page.locator("#next-event-text")).hasText("Nothing is scheduled.");
        Object before = heights(page);
        created();
        assertThat(page.locator("#next-event-text")).containsText("boot finished");
        Assertions.assertThat(heights(page)).isEqualTo(before);
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 23));
        assertThat(page.locator("#next-event-text")).containsText("in 59 min 57 s");
        Assertions.assertThat(heights(page)).isEqualTo(before);
    }
}
