package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks an exchange, that is a request and its response, against an OpenAPI document.
 *
 * <p>A check returns findings and never throws for a bad exchange. A finding never contains the {@code Authorization} header. Create
 * a check once and use it from any number of threads. It compiles schemas at first use.
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
     * {@return a check against one of the documents in this jar}
     *
     * @param contract name of the file in {@code META-INF/openapi}, without {@code .yaml}, such as {@code gpu-cloud-v2}
     * @param strictness the requirements beyond the document
     * @throws IllegalArgumentException if there is no such document
     */
    public static ContractCheck of(String contract, Strictness strictness) {
        return of(OpenApiDocument.load(contract), strictness);
    }

    /**
     * {@return a check against a document}
     *
     * @param document the document
     * @param strictness the requirements beyond the document
     */
    public static ContractCheck of(OpenApiDocument document, Strictness strictness) {
        return new ContractCheck(document, strictness);
    }

    /**
     * Checks the request and then the response of an exchange.
     *
     * @param exchange the exchange
     * @return the findings, empty if the exchange conforms to the document
     */
    public List<Finding> exchange(Exchange exchange) {
        List<Finding> findings = new ArrayList<>(request(exchange));
        findings.addAll(response(exchange));
        return List.copyOf(findings);
    }

    /**
     * Checks the request only. Tests that send malformed requests on purpose call {@link #response} instead, because the server may
     * receive such requests and must reject them.
     *
     * @param exchange the exchange
     * @return the findings, empty if the exchange conforms to the document
     */
    public List<Finding> request(Exchange exchange) {
        return masked(requests.findings(exchange), exchange);
    }

    /**
     * Checks the response only.
     *
     * @param exchange the exchange
     * @return the findings, empty if the exchange conforms to the document
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
