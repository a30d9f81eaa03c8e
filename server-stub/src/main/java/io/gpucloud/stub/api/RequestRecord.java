package io.gpucloud.stub.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shape of a request: the members of a generated record, by their names on the wire, in the order of the schema. */
final class RequestRecord {

    private final Constructor<?> constructor;
    private final List<Member> members;
    private final Map<String, Integer> positions = new HashMap<>();

    RequestRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        members = Arrays.stream(components)
                .map(component -> new Member(
                        component
                                .getAccessor()
                                .getAnnotation(JsonProperty.class)
                                .value(),
                        component.getName(),
                        component.getType()))
                .toList();
        for (int i = 0; i < members.size(); i++) {
            positions.put(members.get(i).wireName(), i);
        }
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * One member.
     *
     * @param wireName name on the wire
     * @param javaName name in Java
     * @param type type in Java
     */
    record Member(String wireName, String javaName, Class<?> type) {}

    List<Member> members() {
        return members;
    }

    @Nullable
    Integer position(String wireName) {
        return positions.get(wireName);
    }

    int positionOfJavaName(String javaName) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).javaName().equals(javaName)) {
                return i;
            }
        }
        throw new IllegalArgumentException(javaName);
    }

    Object create(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
