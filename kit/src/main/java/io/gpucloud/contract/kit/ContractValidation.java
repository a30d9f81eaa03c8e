package io.gpucloud.contract.kit;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Finding.Where;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Checks every response against its OpenAPI document. */
final class ContractValidation {

    /**
     * By file and strictness. Shared by all runs of a JVM, because compiling the schemas takes longer than a short run.
     */
    private static final Map<String, ContractCheck> CHECKS = new ConcurrentHashMap<>();

    private static final JsonMapper WITHOUT_NULLS =
            JsonMapper.builder().disable(JsonNodeFeature.READ_NULL_PROPERTIES).build();

    private ContractValidation() {}

    static List<Mismatch> mismatches(ServiceResponse response) {
        boolean strict = response.settings().strict();
        ContractCheck check = check(document(response), strict ? Strictness.STRICT : Strictness.LENIENT);
        Request request = response.call().request();
        List<Finding> findings = check.response(request, response.received());
        // Tolerated members are removed from the parsed body, so a body that cannot be parsed is reported as it is.
        if (!findings.isEmpty() && findings.stream().noneMatch(ContractValidation::isUnreadable)) {
            findings = check.response(request, leniently(response));
        }
        return findings.stream().map(finding -> mismatch(finding, response)).toList();
    }

    /** The values of the query and the body that the contract does not allow. */
    static List<Finding> invalidValues(Call call) {
        return check(call.document(), Strictness.LENIENT).request(call.request()).stream()
                .filter(finding -> finding.where() == Where.QUERY || finding.where() == Where.REQUEST_BODY)
                .toList();
    }

    /** The values of a request that the contract does not allow, although the service has accepted the request. */
    static List<Mismatch> acceptedRequest(Call call) {
        return invalidValues(call).stream()
                .filter(finding -> !finding.message().equals("is not in the contract"))
                .map(finding -> new Mismatch(
                        call + ", request " + finding.pointer(),
                        "rejected, because it " + finding.message(),
                        "accepted",
                        finding.contract()))
                .toList();
    }

    private static ContractCheck check(OpenApiDocument document, Strictness strictness) {
        return CHECKS.computeIfAbsent(
                document.file() + " " + strictness, absent -> ContractCheck.of(document, strictness));
    }

    /** A service with observed operations also has observed members. */
    private static OpenApiDocument document(ServiceResponse response) {
        boolean observed = response.call().isOfService() && response.settings().observed();
        return observed ? ApiDocuments.OBSERVED_API : response.call().document();
    }

    private static boolean isUnreadable(Finding finding) {
        return finding.message().equals("is not UTF-8") || finding.message().startsWith("is not JSON");
    }

    /** Unless the settings are strict, a member that is null counts as absent. */
    private static Response leniently(ServiceResponse response) {
        return response.settings().strict() || !response.json().isContainer()
                ? response.received()
                : response.received()
                        .body(WITHOUT_NULLS.readTree(response.text()).toString());
    }

    private static Mismatch mismatch(Finding finding, ServiceResponse response) {
        String part = finding.where().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String what = response.call() + ", " + part + (finding.pointer().isEmpty() ? "" : " " + finding.pointer());
        return new Mismatch(
                what, "as in the contract (" + finding.message() + ")", got(finding, response), finding.contract());
    }

    private static String got(Finding finding, ServiceResponse response) {
        return switch (finding.where()) {
            case RESPONSE_BODY ->
                finding.pointer().startsWith("/")
                        ? orNothing(response.json().at(finding.pointer()).toString())
                        : response.text();
            case RESPONSE_HEADERS ->
                orNothing(String.join(", ", response.headers().allValues(finding.pointer())));
            default -> "HTTP " + response.status();
        };
    }

    private static String orNothing(String value) {
        return value.isEmpty() ? "nothing" : value;
    }
}
