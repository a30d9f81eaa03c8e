package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import io.gpucloud.stub.auth.Permit;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.json.TextEncoding;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves the arguments of the generated interfaces of the administration: the body or the query as a record. */
final class AdminArgumentResolver implements HandlerMethodArgumentResolver {

    /** The largest body in bytes of a call that does not restore a snapshot. */
    static final int MAX_BODY = 1024 * 1024;

    /** Counts the incomplete bodies of all administrative calls. No API key contains a space. */
    private static final String ADMINISTRATION = "the administration";

    private final RequestBinder binder;
    private final int maxSnapshot;
    private final IncompleteBodyLimiter incomplete;

    AdminArgumentResolver(RequestBinder binder, int maxSnapshot, IncompleteBodyLimiter incomplete) {
        this.binder = binder;
        this.maxSnapshot = maxSnapshot;
        this.incomplete = incomplete;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        Class<?> type = parameter.getParameterType();
        return (type.isRecord() || type == byte[].class) && isContract(parameter.getContainingClass());
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
        return isQuery(type) ? binder.readQuery(request::getParameterMap, type) : body(request, type, parameter);
    }

    private @Nullable Object body(HttpServletRequest request, Class<?> type, MethodParameter parameter)
            throws IOException {
        boolean snapshot = type == byte[].class;
        byte[] body = read(request, snapshot ? maxSnapshot : MAX_BODY);
        if (body.length == 0 && parameter.isOptional()) {
            return null;
        }
        if (body.length == 0 && request.getContentType() == null) {
            throw new InvalidJsonException("", "the body is missing; send a JSON object as application/json");
        }
        if (TextEncoding.isCoded(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, TextEncoding.CODED);
        }
        if (!isJson(request.getContentType())) {
            throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the body must be application/json");
        }
        return snapshot ? body : binder.readBody(body, type);
    }

    private byte[] read(HttpServletRequest request, int max) throws IOException {
        boolean tooLarge = request.getContentLengthLong() > max;
        Permit permit = permit();
        try {
            byte[] body = request.getInputStream().readNBytes(tooLarge ? 0 : max + 1);
            if (tooLarge || body.length > max) {
                throw new ProblemException(HttpStatus.CONTENT_TOO_LARGE, "the body is larger than " + max + " bytes");
            }
            return body;
        } finally {
            permit.release();
        }
    }

    private Permit permit() {
        return incomplete
                .take(ADMINISTRATION)
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "too many request bodies are incomplete; send the whole body at once, or try again later"));
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
