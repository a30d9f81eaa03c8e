package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
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

    private final CurrentRequest current;

    RequestArgumentResolver(CurrentRequest current) {
        this.current = current;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return ApiOperation.CONTROLLERS.contains(parameter.getContainingClass());
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders) {
        Class<?> type = parameter.getParameterType();
        return type == AccountKey.class ? RequestContext.of(current.request()).account() : current.bind(type);
    }
}
