package io.gpucloud.stub.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;

/** The members of a record by their names in JSON, in the order of the schema. */
record RecordShape(List<Member> members) {

    /** Cached, because every request needs one. */
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(Arrays.stream(type.getRecordComponents())
                    .map(RecordShape::member)
                    .toList());
        }
    };

    /**
     * A member of a record.
     *
     * @param nullable whether the member may be absent
     */
    record Member(String name, Type type, boolean nullable) {}

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static Member member(RecordComponent component) {
        JsonProperty own = component.getAccessor().getAnnotation(JsonProperty.class);
        String name = own == null ? jsonName(component.getName()) : own.value();
        return new Member(name, component.getGenericType(), isNullable(component));
    }

    static boolean isNullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    Optional<Member> find(String name) {
        return members.stream().filter(member -> member.name().equals(name)).findFirst();
    }

    static String jsonName(String javaName) {
        // The strategy uses the name only.
        return PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, javaName);
    }
}
