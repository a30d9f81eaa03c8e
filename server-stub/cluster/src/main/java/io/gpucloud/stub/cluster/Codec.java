package io.gpucloud.stub.cluster;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serializes records, enumerations, lists, sets, maps, strings and numbers. It knows only the records and enumerations that it was created
 * with and those that they use, so a received message cannot create an object of any other type.
 */
final class Codec {

    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int INTEGER = 3;
    private static final int LONG = 4;
    private static final int DOUBLE = 5;
    private static final int TEXT = 6;
    private static final int LIST = 7;
    private static final int SET = 8;
    private static final int MAP = 9;
    /** Higher numbers identify records and enumerations. */
    private static final int KNOWN = 10;

    private static final int MOST = 256;

    private final List<TypeCodec> typeCodecs = new ArrayList<>();
    private final Map<Class<?>, Integer> numbers = new HashMap<>();

    /** Creates a codec for some types and all types that they use. */
    Codec(Class<?>... roots) {
        for (Class<?> type : ReachableTypes.from(roots)) {
            numbers.put(type, KNOWN + typeCodecs.size());
            typeCodecs.add(type.isEnum() ? new EnumForm(List.of(type.getEnumConstants())) : RecordForm.of(type));
        }
        if (KNOWN + typeCodecs.size() > MOST) {
            throw new IllegalStateException("more than 256 types");
        }
    }

    byte[] write(@Nullable Object value) {
        ByteWriter output = new ByteWriter();
        write(value, output);
        return output.bytes();
    }

    @Nullable
    Object read(byte[] bytes) {
        return read(new ByteReader(bytes));
    }

    private void write(@Nullable Object value, ByteWriter out) {
        if (value == null) {
            out.octet(NULL);
        } else if (value instanceof Boolean truth) {
            out.octet(truth ? TRUE : FALSE);
        } else if (value instanceof Integer number) {
            out.octet(INTEGER);
            out.number(number);
        } else if (value instanceof Long number) {
            out.octet(LONG);
            out.number(number);
        } else if (value instanceof Double number) {
            out.octet(DOUBLE);
            out.number(Double.doubleToLongBits(number));
        } else if (value instanceof String text) {
            out.octet(TEXT);
            out.text(text);
        } else if (value instanceof List<?> list) {
            out.octet(LIST);
            out.number(list.size());
            list.forEach(item -> write(item, out));
        } else if (value instanceof Set<?> set) {
            out.octet(SET);
            out.number(set.size());
            set.forEach(item -> write(item, out));
        } else if (value instanceof Map<?, ?> map) {
            out.octet(MAP);
            out.number(map.size());
            map.forEach((key, item) -> {
                write(key, out);
                write(item, out);
            });
        } else {
            writeKnown(value, out);
        }
    }

    private void writeKnown(Object value, ByteWriter out) {
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        Integer number = numbers.get(type);
        if (number == null) {
            throw new IllegalArgumentException("not a type that members exchange: " + type.getName());
        }
        out.octet(number);
        typeCodecs.get(number - KNOWN).write(value, out, this);
    }

    private @Nullable Object read(ByteReader in) {
        int type = in.octet();
        return switch (type) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case INTEGER -> (int) in.number();
            case LONG -> in.number();
            case DOUBLE -> Double.longBitsToDouble(in.number());
            case TEXT -> in.text();
            case LIST -> readList(in);
            case SET -> Collections.unmodifiableSet(new LinkedHashSet<>(readList(in)));
            case MAP -> readMap(in);
            default -> {
                if (type - KNOWN >= typeCodecs.size()) {
                    throw new IllegalArgumentException("unknown type: " + type);
                }
                yield typeCodecs.get(type - KNOWN).read(in, this);
            }
        };
    }

    private List<@Nullable Object> readList(ByteReader in) {
        int count = in.count();
        List<@Nullable Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(read(in));
        }
        return Collections.unmodifiableList(list);
    }

    private Map<@Nullable Object, @Nullable Object> readMap(ByteReader in) {
        int count = in.count();
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(read(in), read(in));
        }
        return Collections.unmodifiableMap(map);
    }

    private interface TypeCodec {
        void write(Object value, ByteWriter out, Codec codec);

        Object read(ByteReader in, Codec codec);
    }

    private record EnumForm(List<?> constants) implements TypeCodec {
        @Override
        public void write(Object value, ByteWriter out, Codec codec) {
            out.octet(constants.indexOf(value));
        }

        @Override
        public Object read(ByteReader in, Codec codec) {
            return constants.get(in.octet());
        }
    }

    private record RecordForm(Constructor<?> constructor, List<RecordComponent> components) implements TypeCodec {
        static RecordForm of(Class<?> type) {
            try {
                List<RecordComponent> components = List.of(type.getRecordComponents());
                Class<?>[] types =
                        components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                for (RecordComponent component : components) {
                    component.getAccessor().setAccessible(true);
                }
                return new RecordForm(constructor, components);
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void write(Object value, ByteWriter out, Codec codec) {
            try {
                for (RecordComponent component : components) {
                    codec.write(component.getAccessor().invoke(value), out);
                }
            } catch (IllegalAccessException | InvocationTargetException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public Object read(ByteReader in, Codec codec) {
            Object[] values = new Object[components.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = codec.read(in);
            }
            try {
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException unfit) {
                throw new IllegalArgumentException("invalid components: " + constructor.getName(), unfit);
            }
        }
    }
}
