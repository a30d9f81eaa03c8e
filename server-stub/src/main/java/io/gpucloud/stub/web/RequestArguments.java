package io.gpucloud.stub.web;

import io.gpucloud.stub.domain.AccountKey;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives the generated interfaces their arguments: who asks, and the body or the query as a record. */
final class RequestArguments implements HandlerMethodArgumentResolver {

    private final Map<Class<?>, RequestRecord> records = new ConcurrentHashMap<>();
    private final RequestReader reader;

    RequestArguments(RequestReader reader) {
        this.reader = reader;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        Class<?> type = parameter.getParameterType();
        return WebConfiguration.implementsContract(parameter.getContainingClass())
                && (type == AccountKey.class || type.isRecord());
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest request = Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
        if (parameter.getParameterType() == AccountKey.class) {
            return Exchange.of(request).caller();
        }
        RequestRecord record = records.computeIfAbsent(parameter.getParameterType(), RequestRecord::new);
        return request.getMethod().equals("POST")
                ? reader.readBody(Objects.requireNonNull(Exchange.of(request).body()), record)
                : reader.readQuery(request, record);
    }
}
