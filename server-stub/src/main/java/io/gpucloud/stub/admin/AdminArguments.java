package io.gpucloud.stub.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.state.Snapshots;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Gives the generated interfaces of the administration their bodies and queries, refusing what is not known. */
final class AdminArguments implements HandlerMethodArgumentResolver {

    private static final int MAX_BODY = 1024 * 1024;

    private final Validator validator;
    private final int maxSnapshot;

    AdminArguments(Validator validator, int maxSnapshot) {
        this.validator = validator;
        this.maxSnapshot = maxSnapshot;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType().isRecord()
                && Arrays.stream(parameter.getContainingClass().getInterfaces())
                        .anyMatch(api -> api.getPackage().equals(StubApi.class.getPackage()));
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
        Object read = request.getMethod().equals("GET") ? query(request, type) : body(request, type, parameter);
        if (read != null) {
            requireValid(read, "");
        }
        return read;
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
        return StrictJson.read(body, type);
    }

    private static boolean isJson(@Nullable String contentType) {
        try {
            return contentType != null
                    && MediaType.parseMediaType(contentType).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** A query as the JSON it stands for: numbers where the record has numbers. */
    private static Object query(HttpServletRequest request, Class<?> type) {
        Map<String, Class<?>> members = Arrays.stream(type.getRecordComponents())
                .collect(Collectors.toMap(AdminArguments::wireName, RecordComponent::getType));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        parameters(request).forEach((name, values) -> {
            if (values.length > 1) {
                throw new InvalidJsonException(name, "must be given once");
            }
            put(json, name, values[0], members.get(name));
        });
        return StrictJson.read(json, type, "");
    }

    private static Map<String, String[]> parameters(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (IllegalStateException undecodable) {
            throw ProblemException.badMember("", "the query is not valid");
        }
    }

    private static void put(ObjectNode json, String name, String value, @Nullable Class<?> type) {
        if (type == Integer.class && value.matches("-?[0-9]{1,9}")) {
            json.put(name, Integer.parseInt(value));
        } else {
            json.put(name, value);
        }
    }

    private static String wireName(RecordComponent component) {
        return component.getAccessor().getAnnotation(JsonProperty.class).value();
    }

    private void requireValid(Object value, String path) {
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                requireValid(list.get(i), path + "[" + i + "]");
            }
        } else if (value.getClass().getPackageName().startsWith(AdminArguments.class.getPackageName())
                && value instanceof Record) {
            requireValidRecord(value, path.isEmpty() ? "" : path + ".");
        }
    }

    private void requireValidRecord(Object record, String prefix) {
        Map<String, ConstraintViolation<Object>> violations = validator.validate(record).stream()
                .collect(Collectors.toMap(
                        violation -> violation.getPropertyPath().toString(),
                        Function.identity(),
                        // Wrong in two ways, it is told the same in every JVM.
                        BinaryOperator.minBy(Comparator.comparing(ConstraintViolation::getMessage))));
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            ConstraintViolation<Object> violation = violations.get(component.getName());
            if (violation != null) {
                throw new InvalidJsonException(prefix + wireName(component), violation.getMessage());
            }
            Object member = read(component, record);
            if (member != null) {
                requireValid(member, prefix + wireName(component));
            }
        }
    }

    private static @Nullable Object read(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
