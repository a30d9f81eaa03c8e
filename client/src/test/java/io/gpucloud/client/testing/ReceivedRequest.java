package io.gpucloud.client.testing;

import io.gpucloud.openapi.ContractCheck;
import io.gpucloud.openapi.Finding;
import io.gpucloud.openapi.Request;
import io.gpucloud.openapi.Strictness;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as received. Names of headers are in lower case, and repeated headers are kept. */
public record ReceivedRequest(String method, String target, Map<String, String> headers, String body) {

    /**
     * With the observed additions, because the client requests pages of the instances, although none are documented.
     */
    private static final ContractCheck CONTRACT = ContractCheck.of("gpu-cloud-v2-observed", Strictness.STRICT);

    /** The operation: method, and path below the base path. */
    public String operation() {
        return method + " " + target.replaceFirst("^/api/open/v2", "").replaceFirst("\\?.*", "");
    }

    /** The violations of the contract. */
    List<Finding> findings() {
        Request request = Request.of(method, target).body(body);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.header(header.getKey(), header.getValue());
        }
        return CONTRACT.request(request);
    }

    /** One header. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
