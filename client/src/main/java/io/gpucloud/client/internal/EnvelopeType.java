package io.gpucloud.client.internal;

import io.gpucloud.client.ResultCode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;

/**
 * A generated record of an envelope: {@code code}, {@code msg}, {@code data} if it has a payload, and the undeclared members.
 *
 * @param data reads the payload, or null if the envelope has none
 */
record EnvelopeType(Constructor<?> constructor, @Nullable ObjectReader data) {

    /** Each type is inspected once. */
    private static final Map<Class<?>, EnvelopeType> TYPES = new ConcurrentHashMap<>();

    /** The envelope that a method of a generated interface returns. */
    static EnvelopeType of(Type returnType) {
        return TYPES.computeIfAbsent((Class<?>) returnType, EnvelopeType::inspect);
    }

    private static EnvelopeType inspect(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        ObjectReader data = Arrays.stream(components)
                .filter(component -> component.getName().equals("data"))
                .map(component -> Json.MAPPER.readerFor(Json.MAPPER.constructType(component.getGenericType())))
                .findFirst()
                .orElse(null);
        try {
            return new EnvelopeType(type.getConstructor(types), data);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Creates the envelope from members that have a code. */
    Object envelope(EnvelopeReader members) {
        ResultCode code = ResultCode.of(Objects.requireNonNull(members.code()));
        try {
            return data == null
                    ? constructor.newInstance(code, members.msg(), members.additional())
                    : constructor.newInstance(code, members.msg(), members.data(), members.additional());
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException impossible) {
            throw new IllegalStateException("no envelope of " + constructor.getDeclaringClass(), impossible);
        }
    }
}
