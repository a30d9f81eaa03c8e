package io.gpucloud.stub.api;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares requests and responses with the contract, and logs every difference. */
final class ContractValidation {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.contract");

    private final ContractCheck check;
    private final boolean enforced;

    /**
     * Reads the contract.
     *
     * @param observed whether the contract has the observed additions
     * @param enforced true to reject invalid requests and responses, false to log them only
     */
    ContractValidation(boolean enforced, boolean observed) {
        check = ContractCheck.of(observed ? "gpu-cloud-v2-observed" : "gpu-cloud-v2", Strictness.STRICT);
        this.enforced = enforced;
    }

    /**
     * Validates a request.
     *
     * @throws ApiException if it is invalid and the contract is enforced
     */
    void requireValid(HttpServletRequest request) {
        List<Finding> findings = check.request(asked(request));
        log("request", request, findings);
        if (enforced && !findings.isEmpty()) {
            Finding first = findings.get(0);
            throw ApiException.badParameter(field(first), first.message());
        }
    }

    /** Whether a response may be sent: it is valid, or the contract is not enforced. */
    boolean accepts(HttpServletRequest request, HttpServletResponse response, byte[] body) {
        List<Finding> findings = check.response(asked(request), answered(response, body));
        log("response", request, findings);
        return !enforced || findings.isEmpty();
    }

    private static void log(String what, HttpServletRequest request, List<Finding> findings) {
        String call = request.getMethod() + " " + request.getRequestURI();
        findings.forEach(finding -> LOG.warn("The {} of {} is not as the contract says: {}", what, call, finding));
    }

    private static Request asked(HttpServletRequest request) {
        String query = request.getQueryString();
        byte[] body = RequestContext.of(request).body();
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return Request.of(request.getMethod(), request.getRequestURI() + (query == null ? "" : "?" + query))
                .headers(headers)
                .body(body == null ? new byte[0] : body);
    }

    private static Response answered(HttpServletResponse response, byte[] body) {
        Map<String, Collection<String>> headers = new HashMap<>();
        for (String name : response.getHeaderNames()) {
            headers.put(name, new ArrayList<>(response.getHeaders(name)));
        }
        return Response.of(response.getStatus()).headers(headers).body(body);
    }

    /** The member of the body or the parameter that a finding is about, by its wire name. */
    private static String field(Finding finding) {
        String pointer = finding.pointer();
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }
}
