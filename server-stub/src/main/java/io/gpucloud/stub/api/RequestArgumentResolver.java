package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.api.contract.InstancesApi.ListInstancesQuery;
import io.gpucloud.stub.json.RequestBinder;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolves the arguments of the generated interfaces: the account of the caller, and the body or the query as a record.
 */
final class RequestArgumentResolver implements HandlerMethodArgumentResolver {

    private final RequestBinder binder;
    private final boolean listsPages;

    /**
     * Creates the resolver.
     *
     * @param listsPages whether {@code listInstances} has the parameters of a page
     */
    RequestArgumentResolver(RequestBinder binder, boolean listsPages) {
        this.binder = binder;
        this.listsPages = listsPages;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return ApiConfiguration.implementsContract(parameter.getContainingClass());
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest request = Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
        RequestContext context = RequestContext.of(request);
        Class<?> type = parameter.getParameterType();
        if (type == AccountKey.class) {
            return context.account();
        }
        if (type == ListInstancesQuery.class && !listsPages) {
            // No parameters are documented, so they are ignored.
            return new ListInstancesQuery(null, null);
        }
        byte[] body = context.body();
        return body == null ? binder.readQuery(request::getParameterMap, type) : binder.readBody(body, type);
    }
}
