package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Limits that are configured, here below their defaults. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfiguredLimitsTest {

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start(
            "stub.validate=off",
            "stub.clock.frozen=true",
            "stub.limits.instances=2",
            "stub.limits.bills=3",
            "stub.limits.journal=3",
            "stub.tenants.max=2");

    private final StubHttp client = new StubHttp(stub.baseUrl(), "demo-key");

    @AfterEach
    void reset() {
        client.admin("POST", "/reset", "");
    }

    @LimitTest("instances of an account | 10,000 | `stub.limits.instances` | rejected, code 1")
    void ofInstances() {
        assertThat(client.create().code()).isZero();
        assertThat(client.create().code()).isZero();
        assertThat(client.create())
                .isEqualTo(new StubHttp.Response(
                        200, "{\"code\":1,\"msg\":\"the account has 2 instances, which is the limit\"}"));
    }

    @LimitTest(
            "bills of an account | 100,000 | `stub.limits.bills` | the oldest are merged into one bill for each channel; the sum stays the same")
    void ofBills() {
        StubHttp owner = client.withNewAccount("{\"recharges\":[{\"amount\":1,\"trade_offset\":\"-P9D\"}],\"cards\":["
                + "{\"title\":\"c\",\"face_amount\":1,\"leave_amount\":0.58,\"bind_offset\":\"-P9D\",\"valid_days\":99}"
                + "],\"bills\":["
                + String.join(",", bill(0.01, 1), bill(0.02, 2), bill(0.04, 1), bill(0.08, 2))
                + "," + String.join(",", bill(0.16, 1), bill(0.32, 2), bill(0.64, 1)) + "]}");
        JsonNode bills = owner.get("/bill/list").at("/data/order_list");
        // The latest three bills, and the merged earlier ones: 0.01 + 0.04 of the balance and 0.02 + 0.08 of cards.
        assertThat(bills.valueStream().map(bill -> bill.path("amount").decimalValue()))
                .usingElementComparator(BigDecimal::compareTo)
                .containsExactlyInAnyOrder(
                        new BigDecimal("0.64"),
                        new BigDecimal("0.32"),
                        new BigDecimal("0.16"),
                        new BigDecimal("0.10"),
                        new BigDecimal("0.05"));
    }

    private static String bill(double amount, int channel) {
        return "{\"amount\":" + amount + ",\"charge_channel\":" + channel
                + ",\"settle_start_offset\":\"-PT2H\",\"settle_end_offset\":\"-PT1H\"}";
    }

    @LimitTest(
            "journal | 10,000 requests of each account, 16 KiB of each body, in total an eighth of the heap and at most 128 MiB | `stub.limits.journal` | the oldest of the account are dropped, in total of the largest account; [`dropped`](admin-api.md#filters-of-the-journal) counts them")
    void ofTheJournal() {
        IntStream.rangeClosed(1, 5).forEach(number -> client.get("/pod/list?page=" + number));
        StubHttp.Response journal = client.admin("GET", "/requests", "");
        assertThat(journal.at("/requests")
                        .valueStream()
                        .map(request -> request.path("query").asString()))
                .containsExactly("page=5", "page=4", "page=3");
        assertThat(journal.at("/dropped").asInt()).isEqualTo(2);

        client.post("/instance/destroy", "\uD83D\uDE00".repeat(5_000));
        assertThat(client.admin("GET", "/requests", "").at("/requests/0/body").asString())
                .isEqualTo("\uD83D\uDE00".repeat(4_096));
    }

    @LimitTest(
            "accounts | 10,000 | `stub.tenants.max`, `stub.tenants.idle` | 403 (`/__admin`: 409); with `idle`, an unused account makes room")
    void ofTenants() {
        assertThat(tenant(stub, 1)).isEqualTo(200);
        assertThat(tenant(stub, 2)).isEqualTo(200);
        assertThat(new StubHttp(stub.baseUrl(), "tenant-3").get("/gpu/list"))
                .isEqualTo(
                        new StubHttp.Response(
                                403,
                                "{\"code\":1,\"msg\":\"the stub has the largest number of accounts that stub.tenants.max allows: 2\"}"));
        assertThat(client.admin("DELETE", "/accounts/tenant-3", "").status()).isEqualTo(409);
        assertThat(tenant(stub, 1)).isEqualTo(200);
        client.admin("DELETE", "/accounts/tenant-1", "");
        assertThat(tenant(stub, 3)).isEqualTo(200);
        try (GpuCloudStub forgetful = GpuCloudStub.start("stub.tenants.max=1", "stub.tenants.idle=1ms")) {
            assertThat(tenant(forgetful, 1)).isEqualTo(200);
            // Independent of the speed of the machine: the first account is idle for long enough after some requests.
            assertThat(Stream.generate(() -> tenant(forgetful, 2)).limit(1_000).anyMatch(status -> status == 200))
                    .isTrue();
        }
    }

    private static int tenant(GpuCloudStub stub, int number) {
        return new StubHttp(stub.baseUrl(), "tenant-" + number).get("/gpu/list").status();
    }
}
