package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedRequest;
import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Services that behave differently from the stub where the documentation leaves it open. With the assumption switched
 * off, nothing differs.
 */
@Tag("ci")
class OtherValidServicesTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private static final Pattern TOO_LARGE = Pattern.compile("page_size=(?!0*100\\b)0*[1-9][0-9]{2,}\\b");
    private static final String TOO_LARGE_RESPONSE =
            "{\"code\":400,\"message\":\"bad\",\"data\":{\"error\":\"bad\",\"details\":\"at most 100\"}}";

    /** Accepts numbers with any number of digits, and reads an empty parameter as absent. */
    private static ProxiedRequest readsNumbersFreely(ProxiedRequest request) {
        return request.target(request.target()
                .replaceAll("(page|page_size)=(?=&|$)", "colour=red")
                .replaceAll("(page|page_size)=0+(?=[1-9])", "$1=")
                .replaceAll("(page|page_size)=[0-9]{10,}", "$1=999999999"));
    }

    /** Rejects pages with more than 100 records. */
    private static ProxiedResponse hasSmallPages(ProxiedResponse response) {
        return TOO_LARGE.matcher(response.request()).find()
                ? response.status(400).body(TOO_LARGE_RESPONSE)
                : response;
    }

    /** Returns JSON for any Accept header, takes the first of two equal members, and accepts any channel. */
    private static ProxiedRequest rejectsLittle(ProxiedRequest request) {
        String[] parts = request.target().split("\\?", 2);
        ProxiedRequest json = request.header("Accept", "application/json");
        if (parts.length == 1) {
            return json;
        }
        Map<String, String> first = new LinkedHashMap<>();
        for (String parameter : parts[1].split("&", -1)) {
            first.putIfAbsent(parameter.replaceFirst("=.*", ""), parameter);
        }
        String query = first.values().stream().collect(Collectors.joining("&"));
        return json.target(parts[0] + "?"
                + query.replaceAll("charge_channel=(?=&|$)", "colour=red")
                        .replaceAll("charge_channel=(0+|[0-9]{8,})(?=[0-9])", "charge_channel="));
    }

    private static Report run(ModifyingProxy service, String... without) {
        return RUNS.run(service.settings("--read-only", "--without=" + String.join(",", without)));
    }

    @Test
    void withOtherPageLimitsPassWithoutTheAssumptionsAboutPages() {
        try (ModifyingProxy service = RUNS.proxyOfRequests(
                OtherValidServicesTest::readsNumbersFreely, OtherValidServicesTest::hasSmallPages)) {
            Report report = run(service, "page-numbers", "max-page-size");
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.text())
                    .contains("assumption page-numbers is switched off", "assumption max-page-size is switched off");
        }
    }

    @Test
    void thatAcceptInvalidRequestsPassWithoutTheAssumptionsAboutErrors() {
        try (ModifyingProxy service =
                RUNS.proxyOfRequests(OtherValidServicesTest::rejectsLittle, UnaryOperator.identity())) {
            Report report = run(service, "errors");
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.text()).contains("assumptions about errors are switched off");
        }
    }

    @Test
    void ofBothKindsPassWithoutAssumptions() {
        UnaryOperator<ProxiedRequest> both = request -> rejectsLittle(readsNumbersFreely(request));
        try (ModifyingProxy service = RUNS.proxyOfRequests(both, OtherValidServicesTest::hasSmallPages)) {
            Report report = run(service, "all");
            assertThat(report.held()).as(report.text()).isTrue();
        }
    }

    @Nested
    class AfterARefusedRequest {

        private static final String ONE = "{\"instance_uuid\":\"one\",\"status\":2,\"title\":\"x\",\"server_url\":[]}";
        private static final String OTHER =
                "{\"instance_uuid\":\"other\",\"status\":2,\"title\":\"y\",\"server_url\":[]}";

        private final AtomicInteger lists = new AtomicInteger();

        private UnaryOperator<ProxiedResponse> everySecondList(String first, String second) {
            return ModifyingProxy.on(
                    "/instance/list", response -> response.body(lists.incrementAndGet() % 2 == 1 ? first : second));
        }

        private static String list(String... instances) {
            return "{\"code\":0,\"msg\":\"success\",\"data\":{\"total\":2,\"instance_list\":["
                    + String.join(",", instances) + "]}}";
        }

        private Result destroyWithoutAnIdentifier(String first, String second) {
            try (ModifyingProxy service = RUNS.proxy(everySecondList(first, second))) {
                Report report = RUNS.run(service.settings("--without=all", "--only=destroyInstance"));
                return report.results().stream()
                        .filter(result -> result.fact().equals("instance_uuid: missing"))
                        .findFirst()
                        .orElseThrow();
            }
        }

        @Test
        void listsMayComeInAnotherOrder() {
            assertThat(destroyWithoutAnIdentifier(list(ONE, OTHER), list(OTHER, ONE)))
                    .extracting(Result::outcome)
                    .isEqualTo(Outcome.HELD);
        }

        @Test
        void aRejectedListIsNoChange() {
            String refused = "{\"code\":-1,\"msg\":\"not now\"}";
            assertThat(destroyWithoutAnIdentifier(list(ONE, OTHER), refused).mismatches())
                    .singleElement()
                    .asString()
                    .contains("GET /instance/list: expected success, got HTTP 200 " + refused);
        }

        @Test
        void aMissingInstanceIsAChange() {
            assertThat(destroyWithoutAnIdentifier(list(ONE, OTHER), list(ONE)).mismatches())
                    .extracting(Mismatch::what)
                    .containsExactly("the account after a rejected request");
        }
    }
}
