package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of accounts, faults and requests, and accounts, are not sent again while they are unchanged. */
class RevisionsTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("stub.clock.now=2000000000", "stub.clock.frozen=true");

    private final Caller caller = Caller.of(STUB.baseUrl(), "demo-key");

    @BeforeEach
    void reset() {
        caller.admin("POST", "/reset", null);
        caller.get("/gpu/list");
    }

    private Answer read(String path, String tag) {
        return caller.call("GET", "/__admin" + path, null, "If-None-Match: " + tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/accounts", "/faults", "/requests"})
    void returns304UntilTheListChanges(String list) {
        String tag = read(list, "\"none\"").header("ETag").orElseThrow();
        Answer same = read(list, tag);
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.text()).isEmpty();
        Caller.of(STUB.baseUrl(), "tenant-other").get("/balance/info");
        caller.admin("POST", "/faults", "{\"status\":500}");
        assertThat(read(list, tag).status()).isEqualTo(200);
    }

    @Test
    void returns304AfterWaitingWithoutANewRequest() {
        String tag = read("/requests?limit=1", "\"none\"").header("ETag").orElseThrow();
        assertThat(read("/requests?limit=1&wait_ms=1&count=2", tag).status()).isEqualTo(304);
    }

    /** An account that was opened again has another revision, even if it has the same contents at the same moment. */
    @ParameterizedTest
    @CsvSource({
        "POST, /reset?account=tenant-a, 204",
        "POST, /reset, 204",
        "PUT, /snapshot?account=tenant-a, 204",
        "PUT, /snapshot, 204",
        "DELETE, /accounts/tenant-a, 204",
        "POST, /pact/provider-states, 200"
    })
    void returnsTheAccountAfterItWasOpenedAgain(String method, String path, int status) {
        String account = "/accounts/tenant-a";
        String before = caller.adminGet(account).header("ETag").orElseThrow();
        assertThat(read(account, before).status()).isEqualTo(304);
        String state = "{\"state\":\"an account with nothing but money\",\"params\":{\"api_key\":\"tenant-a\"}}";
        String snapshot = method.equals("PUT") ? caller.adminGet(path).text() : null;
        String body = path.startsWith("/pact") ? state : snapshot;

        assertThat(caller.admin(method, path, body).status()).isEqualTo(status);

        Answer opened = read(account, before);
        assertThat(opened.status()).isEqualTo(200);
        assertThat(read(account, opened.header("ETag").orElseThrow()).status()).isEqualTo(304);
    }

    @Test
    void listsTheCatalogWithoutARequestInTheJournal() {
        caller.adminDelete("/requests");
        Answer catalog = caller.adminGet("/catalog");
        assertThat(catalog.textAt("/pods/1/title")).isEqualTo("ComfyUI");
        assertThat(catalog.amountAt("/gpus/1/hourly_price")).isEqualByComparingTo("4.5");
        assertThat(catalog.textAt("/images/3/title")).isEqualTo("Ubuntu 24.04, Python 3.12");
        assertThat(catalog.booleanAt("/billed")).isTrue();
        assertThat(catalog.at("/statuses/2").toString())
                .isEqualTo("{\"status\":21,\"name\":\"shutting down\",\"billed\":false,\"changes_by_itself\":true}");
        assertThat(caller.adminGet("/requests").intAt("/total")).isZero();
    }

    @Test
    void showsWhetherInstancesAreBilled() {
        try (GpuCloudStub free = GpuCloudStub.start("stub.metering.enabled=false")) {
            assertThat(Caller.of(free.baseUrl(), null).adminGet("/catalog").booleanAt("/billed"))
                    .isFalse();
        }
    }
}
