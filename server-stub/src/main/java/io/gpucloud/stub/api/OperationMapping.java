package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Finds the method that answers an operation by what the {@link RoutingFilter} has found out already. Comparing path, method and media
 * types once more with all that the stub can answer took a tenth of a request.
 */
final class OperationMapping implements HandlerMapping, Ordered {

    private final Map<ApiOperation, HandlerExecutionChain> chains = new EnumMap<>(ApiOperation.class);

    /**
     * Made once.
     *
     * @param methods what answers requests; of it the methods count that are named after an operation of the contract
     */
    OperationMapping(Iterable<HandlerMethod> methods) {
        for (HandlerMethod method : methods) {
            if (ApiConfiguration.implementsContract(method.getBeanType())) {
                for (ApiOperation operation : ApiOperation.values()) {
                    if (operation.id().equals(method.getMethod().getName())) {
                        chains.put(operation, new HandlerExecutionChain(new OperationMethod(method)));
                    }
                }
            }
        }
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) {
        ApiOperation operation = RequestContext.of(request).operation();
        return operation == null ? null : chains.get(operation);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
