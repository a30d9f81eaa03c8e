package io.gpucloud.contract.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A browser that records requests to other hosts and errors of pages. */
final class TestBrowser {

    private final Browser browser;
    private final List<String> problems = new ArrayList<>();

    /** Starts the browser, which ends with this JVM. */
    TestBrowser() {
        // The longest load time of a page on a busy machine.
        PlaywrightAssertions.setDefaultAssertionTimeout(120_000);
        browser = Playwright.create()
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium())
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-dev-shm-usage",
                                "--host-resolver-rules=MAP stub.test 127.0.0.1")));
    }

    private static Path chromium() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Chromium is not installed"));
    }

    /**
     * A page on a large screen.
     *
     * @param origin the prefix of all addresses that it may request
     */
    Page desktopPage(String origin) {
        return page(origin, new Browser.NewContextOptions().setViewportSize(1280, 900));
    }

    Page darkPhonePage(String origin) {
        return page(
                origin,
                new Browser.NewContextOptions().setViewportSize(390, 844).setColorScheme(ColorScheme.DARK));
    }

    Page pageWithoutScript(String origin) {
        return page(origin, new Browser.NewContextOptions().setJavaScriptEnabled(false));
    }

    private Page page(String origin, Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(120_000);
        Page page = context.newPage();
        page.onRequest(request -> {
            if (!request.url().startsWith(origin) && !request.url().matches("(data|blob):.*")) {
                problems.add("asked " + request.url());
            }
        });
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                problems.add(message.text());
            }
        });
        page.onPageError(problems::add);
        return page;
    }

    /** Requests to other hosts, errors on the console and in scripts since the last call. */
    List<String> problems() {
        List<String> heard = List.copyOf(problems);
        problems.clear();
        return heard;
    }

    /** The accessibility problems of a page. */
    List<String> accessibilityViolations(Page page) {
        AxeBuilder axe = new AxeBuilder(page);
        // Requests of axe itself do not belong to the page, and are blocked for files.
        int before = problems.size();
        List<Rule> violations = axe.analyze().getViolations();
        problems.subList(before, problems.size()).clear();
        return violations.stream()
                .map(violation -> violation.getId() + " " + violation.getNodes())
                .toList();
    }

    /** A request that is still intercepted while its page closes would fail the test. */
    private static void close(BrowserContext context) {
        context.pages().forEach(Page::unrouteAll);
        context.unrouteAll();
        context.close();
    }

    /** Closes all pages and clears the recorded problems. */
    void closePages() {
        List.copyOf(browser.contexts()).forEach(TestBrowser::close);
        problems.clear();
    }
}
