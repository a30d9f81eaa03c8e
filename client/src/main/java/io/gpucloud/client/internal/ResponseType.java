package io.gpucloud.client.internal;

import feign.Response;
import feign.TypedResponse;
import io.gpucloud.client.Envelope;
import io.gpucloud.client.ResultCode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;

/**
 * Reads the result of a method from a response.
 *
 * @param data reads the payload of an envelope; null if the envelope has none
 * @param whole reads the whole body; null if the method returns an envelope
 */
record ResponseType(@Nullable ObjectReader data, @Nullable ObjectReader whole) {

    /** Each type is inspected once. */
    private static final Map<Type, ResponseType> TYPES = new ConcurrentHashMap<>();

    private static final Set<Type> WITHOUT_DATA = Set.of(void.class, Void.class, Response.class);

    /** The type that a method declares. Feign's own types have no payload of their own. */
    static ResponseType of(Type declared) {
        return TYPES.computeIfAbsent(declared, ResponseType::inspect);
    }

    private static ResponseType inspect(Type type) {
        if (WITHOUT_DATA.contains(type)) {
            return new ResponseType(null, null);
        }
        Type argument = type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        if (raw == TypedResponse.class) {
            return inspect(argument);
        }
        if (raw == Envelope.class) {
            return new ResponseType(argument == Void.class ? null : reader(argument), null);
        }
        return new ResponseType(null, reader(type));
    }

    private static ObjectReader reader(Type type) {
        return Json.MAPPER.readerFor(Json.MAPPER.constructType(type));
    }

    /** Whether a response must have a {@code code}. */
    boolean isEnvelope() {
        return whole == null;
    }

    /** Creates the value. An envelope needs a code; {@code data} is its payload. */
    Object value(EnvelopeReader members, @Nullable Object data, byte[] body) {
        if (whole != null) {
            return whole.readValue(body);
        }
        ResultCode code = ResultCode.of(Objects.requireNonNull(members.code()));
        return new Envelope<>(code, Objects.requireNonNullElse(members.msg(), ""), data, members.additional());
    }
}
