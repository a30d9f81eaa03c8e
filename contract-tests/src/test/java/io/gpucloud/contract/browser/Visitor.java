package io.gpucloud.contract.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.gpucloud.contract.spec.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Somebody with a browser, who notes each request to elsewhere and each complaint of a page. */
final class Visitor implements AutoCloseable {

    private static final Set<String> SERIOUS = Set.of("serious", "critical");

    private final Playwright playwright;
    private final Browser browser;
    private final String origin;
    private final List<String> complaints = new ArrayList<>();

    private Visitor(Path chromium, String origin) {
        this.origin = origin;
        playwright = Playwright.create();
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /**
     * Opens a browser, or skips the test where there is none.
     *
     * @param origin how all addresses begin that a page may ask for
     */
    static Visitor of(String origin) {
        return new Visitor(Program.require("chromium", "chromium-browser", "google-chrome"), origin);
    }

    Page atADesk() {
        return page(new Browser.NewContextOptions().setViewportSize(1280, 900));
    }

    Page onAPhoneAtNight() {
        return page(new Browser.NewContextOptions().setViewportSize(390, 844).setColorScheme(ColorScheme.DARK));
    }

    Page withoutScript() {
        return page(new Browser.NewContextOptions().setJavaScriptEnabled(false));
    }

    private Page page(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        Page page = context.newPage();
        page.onRequest(request -> {
            if (!request.url().startsWith(origin) && !request.url().matches("(data|blob):.*")) {
                complaints.add("asked " + request.url());
            }
        });
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        return page;
    }

    /** Requests to elsewhere, errors on the console and in scripts so far. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What keeps people out of a page, of what is serious; what a part of others does is left out. */
    static List<String> barriers(Page page, String... parts) {
        AxeBuilder axe = new AxeBuilder(page);
        for (String part : parts) {
            axe.exclude(part);
        }
        return axe.analyze().getViolations().stream()
                .filter(violation -> SERIOUS.contains(violation.getImpact()))
                .map(violation -> violation.getId() + " " + violation.getNodes())
                .toList();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
