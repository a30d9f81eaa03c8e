package io.gpucloud.contract.kit;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Exchange;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Finding.Where;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks every response against its OpenAPI document. */
final class Conformance {

    private final Settings settings;
    private final ContractCheck service;
    private final ContractCheck administration;

    Conformance(Settings settings) {
        this.settings = settings;
        this.service =
                ContractCheck.of(ApiDocuments.PUBLIC_API, settings.strict() ? Strictness.STRICT : Strictness.LENIENT);
        this.administration =
                ContractCheck.of(ApiDocuments.ADMIN_API, settings.strict() ? Strictness.STRICT : Strictness.LENIENT);
    }

    /** The deviations of a response from its document. */
    List<Mismatch> mismatches(Answer answer) {
        ContractCheck check = answer.call().isOfService() ? service : administration;
        List<Finding> findings = check.response(exchange(answer, answer.received()));
        // Tolerated members are removed from the parsed body, so a body that cannot be parsed is reported as it is.
        if (!findings.isEmpty() && findings.stream().noneMatch(Conformance::isUnreadable)) {
            findings = check.response(exchange(answer, leniently(answer)));
        }
        return findings.stream().map(finding -> mismatch(finding, answer)).toList();
    }

    private static boolean isUnreadable(Finding finding) {
        return finding.where() == Where.RESPONSE_BODY
                && finding.pointer().isEmpty()
                && (finding.message().equals("is not UTF-8")
                        || finding.message().startsWith("is not JSON"));
    }

    private static Exchange exchange(Answer answer, Response response) {
        Call call = answer.call();
        Request request = Request.of(call.method(), call.document().basePath() + call.target());
        for (var header : call.headers()) {
            request = request.header(header.getKey(), header.getValue());
        }
        return new Exchange(request, response);
    }

    /** Unless the settings are strict, a member that is null counts as absent. */
    private Response leniently(Answer answer) {
        JsonNode json = answer.json();
        if (settings.strict() || !json.isContainer()) {
            return answer.received();
        }
        JsonNode copy = json.deepCopy();
        removeNulls(copy);
        return answer.received().body(copy.toString());
    }

    private static void removeNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeIf(JsonNode::isNull);
        }
        node.forEach(Conformance::removeNulls);
    }

    private static Mismatch mismatch(Finding finding, Answer answer) {
        String part = finding.where().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String what = answer.call() + ", " + part + (finding.pointer().isEmpty() ? "" : " " + finding.pointer());
        return new Mismatch(
                what, "what the contract says: " + finding.message(), got(finding, answer), finding.contract());
    }

    private static String got(Finding finding, Answer answer) {
        return switch (finding.where()) {
            case RESPONSE_BODY -> {
                if (!finding.pointer().startsWith("/")) {
                    yield answer.text();
                }
                JsonNode value = answer.json().at(finding.pointer());
                yield value.isMissingNode() ? "nothing" : value.toString();
            }
            case RESPONSE_HEADERS -> {
                List<String> values =
                        answer.headers().getOrDefault(finding.pointer().toLowerCase(Locale.ROOT), List.of());
                yield values.isEmpty() ? "nothing" : String.join(", ", values);
            }
            default -> "HTTP " + answer.status();
        };
    }
}
