package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.state.Snapshots;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves the arguments of the generated interfaces of the administration: the body or the query as a record. */
final class AdminArgumentResolver implements HandlerMethodArgumentResolver {

    private static final int MAX_BODY = 1024 * 1024;

    private final RequestBinder binder;
    private final int maxSnapshot;

    AdminArgumentResolver(RequestBinder binder, int maxSnapshot) {
        this.binder = binder;
        this.maxSnapshot = maxSnapshot;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType().isRecord() && isContract(parameter.getContainingClass());
    }

    /** Whether a controller implements a generated interface of the administration. */
    static boolean isContract(Class<?> controller) {
        return Arrays.stream(controller.getInterfaces())
                .anyMatch(api -> api.getPackage().equals(StubApi.class.getPackage()));
    }

    /** Whether a record is the query of a call. The generator puts it into the interface of the call. */
    static boolean isQuery(Class<?> type) {
        Class<?> api = type.getDeclaringClass();
        return api != null && api.getPackage().equals(StubApi.class.getPackage());
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders)
            throws IOException {
        HttpServletRequest request = Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
        Class<?> type = parameter.getParameterType();
        return isQuery(type) ? binder.readQuery(request, type) : body(request, type, parameter);
    }

    private @Nullable Object body(HttpServletRequest request, Class<?> type, MethodParameter parameter)
            throws IOException {
        boolean snapshot = type == Snapshots.StubState.class || type == Snapshots.OneAccount.class;
        int max = snapshot ? maxSnapshot : MAX_BODY;
        byte[] body = request.getInputStream().readNBytes(max + 1);
        if (body.length > max) {
            throw ProblemException.tooLarge(max);
        }
        if (body.length == 0 && parameter.isOptional()) {
            return null;
        }
        if (!isJson(request.getContentType())) {
            throw ProblemException.unsupportedMediaType();
        }
        // A snapshot may be too large to be held as a tree as well.
        return snapshot ? StrictJson.read(body, type) : binder.readBody(body, type);
    }

    private static boolean isJson(@Nullable String contentType) {
        try {
            return contentType != null
                    && MediaType.parseMediaType(contentType).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
