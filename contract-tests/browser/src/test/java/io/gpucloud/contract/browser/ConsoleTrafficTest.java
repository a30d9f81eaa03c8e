package io.gpucloud.contract.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The bytes that an idle console transfers. */
class ConsoleTrafficTest extends StubBrowserTest {

    private static final int BILLS = 100_000;
    private static final long MOST_BYTES = 100_000;
    private static final int HELD_REQUESTS = 60 / 15;
    /** Method, versions, status and line ends. */
    private static final int LINES = 50;

    private record Transfer(String path, int status, long bytes) {}

    /**
     * Moves the time of the page by one minute in steps of one second. The stub holds a request for the journal for 15
     * seconds of the machine, so those of a minute are added to the sum, each as large as the largest response that was
     * seen.
     */
    @Test
    void transfersLessThan100KilobytesInAnIdleMinuteWith100000Bills() {
        Page page = browser.desktopPage(origin);
        makeBills(page);
        // Chromium reports a response with status 304, but not that its request has finished.
        List<Response> responses = new ArrayList<>();
        page.onResponse(responses::add);
        List<Request> requests = new ArrayList<>();
        page.onRequest(requests::add);
        page.clock().install();
        // The requests of the account are the last that the console reads when it opens.
        page.waitForResponse(response -> response.url().contains("api_key=demo-key"), () -> openConsole(page));
        page.waitForLoadState(LoadState.LOAD);
        assertThat(page.locator("#balance")).not().hasText("–");
        pass(page, 5);
        requests.clear();
        pass(page, 60);

        // Reading headers below lets Playwright report more responses, which must not change the list meanwhile.
        List<Transfer> transfers = List.copyOf(responses).stream()
                // A busy machine may still send responses to the requests with which the console opened.
                .filter(response -> requests.contains(response.request()))
                .filter(response -> response.url().contains("/__admin/"))
                .map(ConsoleTrafficTest::transfer)
                .toList();
        long largest = transfers.stream().mapToLong(Transfer::bytes).max().orElseThrow();
        long sum = transfers.stream().mapToLong(Transfer::bytes).sum() + HELD_REQUESTS * largest;
        Assertions.assertThat(transfers).allMatch(transfer -> transfer.status() == 304);
        Assertions.assertThat(transfers)
                .filteredOn(transfer -> transfer.path().endsWith("/demo-key"))
                .hasSizeGreaterThan(10);
        Assertions.assertThat(sum).as(transfers.size() + " requests").isLessThan(MOST_BYTES);
    }

    /** Gives the responses time to arrive after each second of the page. */
    private static void pass(Page page, int seconds) {
        for (int second = 0; second < seconds; second++) {
            page.clock().runFor(1_000);
            page.evaluate("fetch('/pages/icon.svg').then(icon => icon.text())");
        }
    }

    /** Request line, status line and headers. A response with status 304 has no body, and these requests have none. */
    private static Transfer transfer(Response response) {
        Request request = response.request();
        long bytes = request.url().length() + size(request.allHeaders()) + size(response.allHeaders()) + LINES;
        return new Transfer(request.url(), response.status(), bytes);
    }

    private static long size(Map<String, String> headers) {
        return headers.entrySet().stream()
                .mapToLong(
                        header -> header.getKey().length() + header.getValue().length() + ": \r\n".length())
                .sum();
    }

    /** Each hour of each instance is one bill. */
    private void makeBills(Page page) {
        int instances = 100;
        admin(page, "PUT", "/accounts/demo-key", Map.of("balance", 1_000_000_000));
        for (int i = 0; i < instances; i++) {
            created();
        }
        admin(page, "POST", "/clock/advance?account=demo-key", Map.of("seconds", 3_600 * (BILLS / instances + 1)));
        Assertions.assertThat(
                        admin(page, "/accounts/demo-key").at("/counts/bills").intValue())
                .isGreaterThanOrEqualTo(BILLS);
        admin(page, "PUT", "/clock?account=demo-key", Map.of("frozen", true));
    }
}
