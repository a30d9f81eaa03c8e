package io.gpucloud.client.internal;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The members of an object that the contract does not declare. It cannot be changed, and {@link #toString()} shows no
 * password: records are logged.
 */
public final class AdditionalMembers extends AbstractMap<String, @Nullable Object> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Serializable if the values are, as they are when Jackson has read them. */
    @SuppressWarnings("serial")
    private final Map<String, @Nullable Object> members;

    private AdditionalMembers(Map<?, ?> members) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        members.forEach((name, value) -> copy.put(String.valueOf(name), masked(value)));
        this.members = Collections.unmodifiableMap(copy);
    }

    /** Copies members, and the objects and arrays in them; without members if they are null. */
    public static Map<String, @Nullable Object> of(@Nullable Map<String, @Nullable Object> members) {
        return members == null || members.isEmpty() ? Map.of() : new AdditionalMembers(members);
    }

    /** Reads a list of records among members. Records that cannot be read are left out. */
    public static <T> List<T> records(Map<String, @Nullable Object> members, String name, Class<T> type) {
        return members.get(name) instanceof List<?> list
                ? list.stream().flatMap(element -> record(element, type)).toList()
                : List.of();
    }

    private static <T> Stream<T> record(@Nullable Object element, Class<T> type) {
        try {
            return Stream.ofNullable(Json.MAPPER.convertValue(element, type));
        } catch (JacksonException unreadable) {
            return Stream.empty();
        }
    }

    private static @Nullable Object masked(@Nullable Object value) {
        if (value instanceof AdditionalMembers || !(value instanceof Map<?, ?> || value instanceof List<?>)) {
            return value;
        }
        if (value instanceof Map<?, ?> object) {
            return new AdditionalMembers(object);
        }
        List<@Nullable Object> elements = new ArrayList<>();
        ((List<?>) value).forEach(element -> elements.add(masked(element)));
        return Collections.unmodifiableList(elements);
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
        return members.entrySet();
    }

    @Override
    public String toString() {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "="
                        + (member.getKey().equalsIgnoreCase("password") ? "***" : member.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
