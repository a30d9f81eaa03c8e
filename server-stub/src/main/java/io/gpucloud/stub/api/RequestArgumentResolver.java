package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Validator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import tools.jackson.databind.json.JsonMapper;

/** Resolves the arguments of the generated interfaces: the account of the caller, and the body or the query as a record. */
final class RequestArgumentResolver implements HandlerMethodArgumentResolver {

    private final Map<Class<?>, RequestRecord> records = new ConcurrentHashMap<>();
    private final RequestReader reader;

    RequestArgumentResolver(JsonMapper json, Validator validator) {
        reader = new RequestReader(json, validator);
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
        RequestRecord record = records.computeIfAbsent(type, RequestRecord::new);
        byte[] body = context.body();
        return body == null ? reader.readQuery(request, record) : reader.readBody(body, record);
    }
}
