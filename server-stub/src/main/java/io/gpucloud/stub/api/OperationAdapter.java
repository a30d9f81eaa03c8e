package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.api.model.GpuModel;
import io.gpucloud.stub.api.model.MarketImage;
import io.gpucloud.stub.api.model.Pod;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Gives the methods of the generated interfaces their arguments - who asks, and the body or the query as a record - and writes what
 * they return. Spring's own adapter, which can do anything else as well, took a tenth of a request for it.
 */
final class OperationAdapter implements HandlerAdapter, Ordered {

    private final Map<Class<?>, RequestRecord> records = new ConcurrentHashMap<>();
    private final RequestReader reader;
    private final ObjectWriter writer;

    OperationAdapter(JsonMapper json, Validator validator) {
        reader = new RequestReader(json, validator);
        // Nothing is sent before it is recorded (DECISIONS D55).
        writer = json.rebuild()
                .addModule(catalog(json))
                .build()
                .writer()
                .withoutFeatures(StreamWriteFeature.AUTO_CLOSE_TARGET, StreamWriteFeature.FLUSH_PASSED_TO_STREAM);
    }

    /** The entries of the catalog, which are most of what is read. */
    private static SimpleModule catalog(JsonMapper json) {
        return new SimpleModule()
                .addSerializer(new CachedJsonSerializer<>(Pod.class, json))
                .addSerializer(new CachedJsonSerializer<>(GpuModel.class, json))
                .addSerializer(new CachedJsonSerializer<>(MarketImage.class, json));
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof OperationMethod;
    }

    @Override
    public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        OperationMethod method = (OperationMethod) handler;
        Object answer = method.call(Arrays.stream(method.getMethodParameters())
                .map(parameter -> argument(parameter, request))
                .toArray());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        try {
            writer.writeValue(response.getOutputStream(), answer);
        } catch (JacksonIOException gone) {
            throw gone.getCause();
        }
        return null;
    }

    private Object argument(MethodParameter parameter, HttpServletRequest request) {
        RequestContext exchange = RequestContext.of(request);
        Class<?> type = parameter.getParameterType();
        if (type == AccountKey.class) {
            return exchange.account();
        }
        RequestRecord record = records.computeIfAbsent(type, RequestRecord::new);
        byte[] body = exchange.body();
        return body == null ? reader.readQuery(request, record) : reader.readBody(body, record);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
