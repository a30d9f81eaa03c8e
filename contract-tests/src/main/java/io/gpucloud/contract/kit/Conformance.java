package io.gpucloud.contract.kit;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Exchange;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds every answer against its contract. */
final class Conformance {

    private final Settings settings;
    private final ContractCheck service;
    private final ContractCheck administration;

    Conformance(Settings settings) {
        this.settings = settings;
        this.service = ContractCheck.of(Spec.PUBLIC.name(), settings.strict() ? Strictness.STRICT : Strictness.LENIENT);
        this.administration = ContractCheck.of(
                Spec.ADMINISTRATION.name(), settings.strict() ? Strictness.STRICT : Strictness.LENIENT);
    }

    /** What is not as the contract says. */
    List<Mismatch> mismatches(Answer answer) {
        Call call = answer.call();
        ContractCheck check = call.isOfService() ? service : administration;
        return check.response(exchange(answer)).stream()
                .map(finding -> mismatch(finding, answer))
                .toList();
    }

    private Exchange exchange(Answer answer) {
        Call call = answer.call();
        Request request = Request.of(call.method(), call.spec().basePath() + call.target());
        for (var header : call.headers()) {
            request = request.header(header.getKey(), header.getValue());
        }
        return new Exchange(
                request, Response.of(answer.status()).headers(answer.headers()).body(leniently(answer)));
    }

    /** Absent and null are alike unless all is strict; without A10 so are all ways to say that there is no address. */
    private String leniently(Answer answer) {
        JsonNode json = answer.json();
        if ((settings.strict() && settings.assumes("A10")) || !json.isContainer()) {
            return answer.text();
        }
        JsonNode copy = json.deepCopy();
        loosen(copy);
        return copy.toString();
    }

    private void loosen(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : new ArrayList<>(object.propertyNames())) {
                JsonNode value = object.get(name);
                boolean noAddress = name.equals("server_url") && !settings.assumes("A10") && isFalsy(value);
                if (noAddress || (value.isNull() && !settings.strict())) {
                    object.remove(name);
                }
            }
        }
        node.forEach(this::loosen);
    }

    private static boolean isFalsy(JsonNode value) {
        return value.isNull()
                || (value.isBoolean() && !value.booleanValue())
                || (value.isString() && value.stringValue().isEmpty());
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
                boolean inside = finding.pointer().startsWith("/");
                JsonNode value = inside ? answer.json().at(finding.pointer()) : answer.json();
                yield value.isMissingNode() ? (inside ? "nothing" : answer.text()) : value.toString();
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
