package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.stub.GpuCloudStub;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of the stub, as somebody who tests by hand uses them. */
class StubPagesTest {

    private static final long NOW = 1_767_225_600;

    private static Visitor visitor;

    private GpuCloudStub stub;
    private String origin;
    private GpuCloudClient client;

    @BeforeAll
    static void openBrowser() {
        visitor = Visitor.withABrowser();
    }

    @AfterAll
    static void closeBrowser() {
        if (visitor != null) {
            visitor.close();
        }
    }

    @BeforeEach
    void open() {
        stub = GpuCloudStub.start("stub.clock.now=" + NOW, "stub.clock.frozen=true");
        origin = stub.baseUrl().resolve("/").toString();
        client = GpuCloudClient.forStub(stub.baseUrl().toString(), "demo-key");
    }

    @AfterEach
    void close() {
        visitor.leave();
        client.close();
        stub.close();
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void letTheReferenceCreateAnInstanceHere() {
        Page page = visitor.atADesk(origin);
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
        Assertions.assertThat(visitor.complaints()).isEmpty();
    }

    @Test
    void followAnInstanceUntilItIsShutDown() {
        String instance = created();
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        Locator status = page.locator("#instances .badge");
        assertThat(status).hasText("1 created");

        button(page, "+1 min").click();
        assertThat(status).hasText("2 running");
        client.instances().scheduleShutdown(instance, Instant.ofEpochSecond(NOW + 3_600));
        assertThat(page.locator("#instances")).containsText("timer shuts it down in 59 min");
        button(page, "+1 h").click();
        assertThat(status).hasText("22 shut down");
        Assertions.assertThat(visitor.complaints()).isEmpty();
    }

    /** An account with a clock of its own would not notice that the stub's has moved. */
    @Test
    void goToTheNextEventByTheClockOfTheAccount() {
        created();
        Page page = visitor.atADesk(origin);
        page.request()
                .put(
                        origin + "__admin/accounts/demo-key/clock",
                        RequestOptions.create().setData(Map.of("frozen", true)));
        page.navigate(origin + "__admin/console");
        button(page, "To the next event (+20 s)").click();
        assertThat(page.locator("#instances .badge")).hasText("2 running");
        Assertions.assertThat(page.request().get(origin + "__admin/clock").text())
                .contains("\"now\":" + NOW);
    }

    @Test
    void switchAFaultOnAndOff() {
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        page.getByLabel("Operation").selectOption("getBalance");
        page.getByLabel("How often").fill("3");
        button(page, "Switch on").click();
        assertThat(page.locator("#faults li")).containsText("HTTP 500");

        Assertions.assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(ServerException.class);
        assertThat(page.locator("#journal tbody tr").first()).containsText("/balance/info");
        assertThat(page.locator("#journal tbody tr").first()).containsText("fault-1");
        assertThat(page.locator("#no-faults")).isVisible();

        button(page, "Switch on").click();
        page.locator("#faults button").click();
        assertThat(page.locator("#no-faults")).isVisible();
        Assertions.assertThat(client.billing().balance().balance()).isNotNull();
    }

    @Test
    void askBeforeTheyReset() {
        created();
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        button(page, "Reset the stub").click();
        page.keyboard().press("Escape");
        Assertions.assertThat(client.instances().list()).hasSize(1);
        button(page, "Reset the stub").click();
        button(page, "Reset").click();
        assertThat(page.locator("#total")).hasText("No requests yet.");
    }

    @Test
    void askForTheTokenThatTheStubWants() {
        try (GpuCloudStub guarded = GpuCloudStub.start("stub.admin.token=s3cret")) {
            String guardedOrigin = guarded.baseUrl().resolve("/").toString();
            Page page = visitor.atADesk(guardedOrigin);
            page.navigate(guardedOrigin + "__admin/console");
            page.getByLabel("Admin token").fill("s3cret");
            button(page, "Enter").click();
            assertThat(page.locator("#pace")).hasText("runs");
            assertThat(page.locator("#access")).isHidden();
            // The console asks for the token after it was rejected.
            Assertions.assertThat(visitor.complaints()).allMatch(complaint -> complaint.contains("401"));
            visitor.leave();
        }
    }

    @Test
    void giveTheSnapshotOfAnAccountToKeep() throws Exception {
        created();
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        assertThat(page.locator("#instances .badge")).isVisible();
        var download = page.waitForDownload(
                () -> page.getByText("Download its snapshot").click());
        Assertions.assertThat(download.path()).content().contains("\"digest\"", "\"instances\"");
    }

    /** The chances of a fault hold more digits than a number of the browser. */
    @Test
    void giveTheSnapshotOfTheStubToTheByte() throws Exception {
        Page page = visitor.atADesk(origin);
        page.request()
                .post(
                        origin + "__admin/faults",
                        RequestOptions.create().setData(Map.of("status", 500, "probability", 0.5)));
        page.navigate(origin + "__admin/console");
        assertThat(page.locator("#faults li")).isVisible();
        var download =
                page.waitForDownload(() -> page.getByText("Download a snapshot").click());
        Assertions.assertThat(download.path())
                .content()
                .isEqualTo(page.request().get(origin + "__admin/snapshot").text());
    }

    @Test
    void keepTheReasonOfARefusalWhereItCanBeRead() {
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        page.route("**/__admin/faults", route -> {
            if (route.request().method().equals("POST")) {
                route.fulfill(new Route.FulfillOptions().setStatus(409).setBody("{\"detail\":\"not now\"}"));
            } else {
                route.resume();
            }
        });
        button(page, "Switch on").click();
        assertThat(page.locator("#refusal")).hasText("not now");
        client.gpus().list();
        assertThat(page.locator("#journal tbody tr").first()).containsText("/gpu/list");
        assertThat(page.locator("#refusal")).hasText("not now");
    }

    @Test
    void showATimerThatHasNoDate() {
        String instance = created();
        Page page = visitor.atADesk(origin);
        page.navigate(origin + "__admin/console");
        button(page, "+1 min").click();
        assertThat(page.locator("#instances .badge")).hasText("2 running");
        client.instances().scheduleShutdown(instance, Instant.ofEpochSecond(9_000_000_000_000L));
        assertThat(page.locator("#instances")).containsText("9000000000000");
        assertThat(page.locator("#notice")).isHidden();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "__admin/console", "docs"})
    void keepNobodyOut(String path) {
        created();
        Page desk = visitor.atADesk(origin);
        Page phone = visitor.onAPhoneAtNight(origin);
        for (Page page : new Page[] {desk, phone}) {
            page.navigate(origin + path);
            assertThat(page.locator("nav").first()).isVisible();
            Assertions.assertThat(visitor.barriers(page)).isEmpty();
            Assertions.assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
        Assertions.assertThat(visitor.complaints()).isEmpty();
    }

    private String created() {
        var spec = PodInstanceSpec.builder()
                .podUuid("pod-comfyui")
                .gpuUuid("gpu-rtx-4090")
                .build();
        return client.instances().createByPod(spec).instanceUuid();
    }
}
