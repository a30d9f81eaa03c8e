package io.gpucloud.stub.api;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Response;
import io.gpucloud.openapi.Strictness;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * Holds requests that have come in, and what is answered, against the contract (DECISIONS D53). An answer that a fault
 * makes is not held against it: it is wrong on purpose.
 */
abstract class ContractValidation {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.contract");

    /** Looks at nothing. */
    private static final ContractValidation OFF = new ContractValidation() {
        @Override
        void require(HttpServletRequest request) {}

        @Override
        void serve(HttpServletRequest request, HttpServletResponse response, RequestHandler service)
                throws IOException, ServletException {
            service.serve(request, response);
        }
    };

    static ContractValidation of(ApiConfiguration.Validation validation, ApiErrors errors) {
        return switch (validation) {
            case OFF -> OFF;
            case LOG -> new Checked(errors, false);
            case ENFORCE -> new Checked(errors, true);
        };
    }

    /** Refuses a request that is not as the contract says, if that is asked for. */
    abstract void require(HttpServletRequest request);

    /** Serves a request, and answers a system exception instead of what the contract does not know, if that is asked for. */
    abstract void serve(HttpServletRequest request, HttpServletResponse response, RequestHandler service)
            throws IOException, ServletException;

    private static final class Checked extends ContractValidation {

        private final ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
        private final ApiErrors errors;
        private final boolean enforced;

        Checked(ApiErrors errors, boolean enforced) {
            this.errors = errors;
            this.enforced = enforced;
        }

        @Override
        void require(HttpServletRequest request) {
            List<Finding> findings = check.request(new io.gpucloud.openapi.Exchange(asked(request), Response.of(200)));
            log("request", request, findings);
            if (enforced && !findings.isEmpty()) {
                Finding first = findings.get(0);
                throw ApiException.badParameter(field(first), first.message());
            }
        }

        @Override
        void serve(HttpServletRequest request, HttpServletResponse response, RequestHandler service)
                throws IOException, ServletException {
            BufferedResponse unsent = new BufferedResponse(response);
            service.serve(request, unsent);
            byte[] body = unsent.body();
            List<Finding> findings =
                    check.response(new io.gpucloud.openapi.Exchange(asked(request), answered(response, body)));
            log("answer", request, findings);
            if (enforced && !findings.isEmpty()) {
                response.reset();
                errors.answer(HttpStatus.INTERNAL_SERVER_ERROR, null, null, request, response);
            } else {
                response.getOutputStream().write(body);
            }
        }

        private static void log(String what, HttpServletRequest request, List<Finding> findings) {
            for (Finding finding : findings) {
                LOG.warn(
                        "The {} of {} {} is not as the contract says: {}",
                        what,
                        request.getMethod(),
                        request.getRequestURI(),
                        finding);
            }
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
}
