package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.stub.GpuCloudStub;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One browser and one stub for all tests, and for each test the stub as it was at its start, with a frozen clock, and a
 * client of {@code demo-key}. Playwright is not safe for use by several threads, so the tests run in one.
 */
abstract class StubBrowserTest {

    static final long NOW = 1_767_225_600;

    private static final TestBrowser BROWSER = new TestBrowser();
    private static final GpuCloudStub STUB = GpuCloudStub.start("stub.clock.now=" + NOW, "stub.clock.frozen=true");

    final TestBrowser browser = BROWSER;
    final GpuCloudStub stub = STUB;
    String origin;
    GpuCloudClient client;

    @BeforeEach
    void resetStub() throws Exception {
        origin = stub.baseUrl().resolve("/").toString();
        HttpRequest reset = HttpRequest.newBuilder(stub.baseUrl().resolve("/__admin/reset"))
                .POST(BodyPublishers.noBody())
                .build();
        Assertions.assertThat(HttpClient.newHttpClient()
                        .send(reset, BodyHandlers.ofString())
                        .statusCode())
                .isLessThan(300);
        client = client("demo-key");
    }

    GpuCloudClient client(String apiKey) {
        return GpuCloudClient.builder()
                .baseUrl(stub.baseUrl().toString())
                .apiKey(apiKey)
                .build();
    }

    @AfterEach
    void closePages() {
        browser.closePages();
        client.close();
    }

    /** The console with the account of {@code demo-key}, on a large screen. */
    Page console() {
        Page page = browser.desktopPage(origin);
        openConsole(page);
        return page;
    }

    void openConsole(Page page) {
        page.request().get(origin + "__admin/accounts/demo-key");
        page.navigate(origin + "__admin/console");
        assertThat(page.locator("#now")).not().isEmpty();
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    static Locator buttonIn(Page page, String parent, String name) {
        return page.locator(parent)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    /** A button of an instance, whose name says which one. */
    static Locator action(Page page, String parent, String verb) {
        return page.locator(parent)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^" + verb)));
    }

    static Locator notice(Page page) {
        return page.locator("#notices");
    }

    /** The words for screen readers after a change that the page shows. */
    static Locator announcement(Page page) {
        return page.locator("#announcement");
    }

    JsonNode admin(Page page, String path) {
        return JsonMapper.shared()
                .readTree(page.request().get(origin + "__admin" + path).text());
    }

    void admin(Page page, String method, String path, Object body) {
        RequestOptions options = RequestOptions.create().setMethod(method);
        page.request().fetch(origin + "__admin" + path, body == null ? options : options.setData(body));
    }

    /** The client without retries. */
    GpuCloudClient once() {
        return client.withOptions(options -> options.maxAttempts(1));
    }

    /** Sends a request that fails. */
    static void attempt(ThrowingCallable request) {
        Assertions.assertThatThrownBy(request).isInstanceOf(GpuCloudException.class);
    }

    String created() {
        var spec = InstanceSpec.builder()
                .podUuid("pod-comfyui")
                .gpuUuid("gpu-rtx-4090")
                .build();
        return client.instances().create(spec).instanceUuid();
    }
}
