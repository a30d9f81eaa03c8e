package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks one exchange, a request and its response, against a contract.
 *
 * <p>It answers what it finds and never throws for a bad exchange. A finding never repeats the {@code Authorization}
 * header. A check is made once and used by any number of threads; its schemas are compiled at first use.
 *
 * <pre>{@code
 * ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
 * List<Finding> findings = check.exchange(exchange);
 * }</pre>
 */
public final class ContractCheck {

    private final RequestCheck requests;
    private final ResponseCheck responses;

    ContractCheck(OpenApiDocument document, Strictness strictness) {
        this.requests = new RequestCheck(document, Schemas.ofRequests(document, strictness));
        this.responses = new ResponseCheck(document, Schemas.ofResponses(document, strictness), strictness);
    }

    /**
     * A check against one of the contracts in this jar.
     *
     * @param contract name of the file in {@code META-INF/openapi}, without {@code .yaml}, such as {@code gpu-cloud-v2}
     * @param strictness how much is demanded beyond what the contract promises
     * @return the check
     * @throws IllegalArgumentException if there is no such contract
     */
    public static ContractCheck of(String contract, Strictness strictness) {
        return of(OpenApiDocument.load(contract), strictness);
    }

    /**
     * A check against a document.
     *
     * @param document the document
     * @param strictness how much is demanded beyond what the contract promises
     * @return the check
     */
    public static ContractCheck of(OpenApiDocument document, Strictness strictness) {
        return new ContractCheck(document, strictness);
    }

    /**
     * What is wrong with an exchange: with its request first, then with its response.
     *
     * @param exchange the exchange
     * @return the findings, none if all is as the contract says
     */
    public List<Finding> exchange(Exchange exchange) {
        List<Finding> findings = new ArrayList<>(request(exchange));
        findings.addAll(response(exchange));
        return List.copyOf(findings);
    }

    /**
     * What is wrong with the request. A server is allowed to be sent this and has to refuse it, so tests that send bad
     * requests on purpose look at {@link #response} alone.
     *
     * @param exchange the exchange
     * @return the findings, none if all is as the contract says
     */
    public List<Finding> request(Exchange exchange) {
        return masked(requests.findings(exchange), exchange);
    }

    /**
     * What is wrong with the response.
     *
     * @param exchange the exchange
     * @return the findings, none if all is as the contract says
     */
    public List<Finding> response(Exchange exchange) {
        return masked(responses.findings(exchange), exchange);
    }

    private static List<Finding> masked(List<Finding> findings, Exchange exchange) {
        List<String> secrets = exchange.request().secrets();
        return secrets.isEmpty()
                ? findings
                : findings.stream().map(finding -> finding.without(secrets)).toList();
    }
}
