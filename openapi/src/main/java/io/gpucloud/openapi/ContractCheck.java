package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks an exchange, that is a request and its response, against an OpenAPI document.
 *
 * <p>A check returns findings and never throws for a bad exchange. A finding never contains the {@code Authorization}
 * header. Create a check once and use it from any number of threads. It compiles schemas at first use.
 *
 * <pre>{@code
 * ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
 * List<Finding> findings = check.exchange(
 *         Request.of("GET", "/api/open/v2/pod/list?page=1"),
 *         Response.of(200).header("Content-Type", "application/json").body(bytes));
 * }</pre>
 */
public final class ContractCheck {

    private final RequestCheck requests;
    private final ResponseCheck responses;

    private ContractCheck(OpenApiDocument document, Strictness strictness) {
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
     * @return the findings, empty if both conform to the document
     */
    public List<Finding> exchange(Request request, Response response) {
        List<Finding> findings = new ArrayList<>(request(request));
        findings.addAll(response(request, response));
        return List.copyOf(findings);
    }

    /**
     * Checks a request only. Tests that send malformed requests on purpose call {@link #response} instead, because the
     * server may receive such requests and must reject them.
     *
     * @return the findings, empty if it conforms to the document
     */
    public List<Finding> request(Request request) {
        return masked(requests.findings(request), request);
    }

    /**
     * Checks the response to a request only.
     *
     * @return the findings, empty if the response conforms to the document
     */
    public List<Finding> response(Request request, Response response) {
        return masked(responses.findings(request, response), request);
    }

    private static List<Finding> masked(List<Finding> findings, Request request) {
        List<String> secrets = request.secrets();
        return secrets.isEmpty()
                ? findings
                : findings.stream().map(finding -> finding.without(secrets)).toList();
    }
}
