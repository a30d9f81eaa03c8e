package io.gpucloud.stub.cluster;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.Pool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serializes records, enumerations, lists, sets, maps, strings and numbers with Kryo. It knows only the records and enumerations that it
 * was created with and those that they use, so a received message cannot create an object of any other type.
 */
final class RecordCodec {

    private static final int INITIAL_BYTES = 256;
    private static final int MOST_BYTES = -1;
    private static final int MOST_POOLED = 64;

    /** A Kryo serves one thread at a time. */
    private final Pool<Kryo> pool;

    /** Creates a codec for some types and all types that they use. */
    RecordCodec(Class<?>... roots) {
        List<Class<?>> types = List.copyOf(ReachableTypes.from(roots));
        pool = new Pool<>(true, false, MOST_POOLED) {
            @Override
            protected Kryo create() {
                return kryo(types);
            }
        };
    }

    byte[] write(@Nullable Object value) {
        Kryo kryo = pool.obtain();
        try {
            Output output = new Output(INITIAL_BYTES, MOST_BYTES);
            kryo.writeClassAndObject(output, value);
            return output.toBytes();
        } finally {
            pool.free(kryo);
        }
    }

    @Nullable
    Object read(byte[] bytes) {
        Kryo kryo = pool.obtain();
        try {
            return kryo.readClassAndObject(new Input(bytes));
        } catch (KryoException unreadable) {
            throw new IllegalArgumentException("a message is truncated or has an unknown type", unreadable);
        } finally {
            pool.free(kryo);
        }
    }

    private static Kryo kryo(List<Class<?>> types) {
        Kryo kryo = new Kryo(new InterfaceResolver(), null) {
            @Override
            @SuppressWarnings("rawtypes") // as Kryo declares it
            protected String unregisteredClassMessage(Class type) {
                return "not a type that members exchange: " + type.getName();
            }
        };
        kryo.setRegistrationRequired(true);
        kryo.register(ArrayList.class, new BoundedCollections());
        kryo.register(LinkedHashSet.class, new BoundedCollections());
        kryo.register(LinkedHashMap.class, new BoundedMaps());
        types.forEach(kryo::register);
        return kryo;
    }

    /** Collections are serialized by their interface, whatever their class, and constants by the class of their enumeration. */
    private static final class InterfaceResolver extends DefaultClassResolver {
        @Override
        @SuppressWarnings("rawtypes") // as Kryo declares it
        public @Nullable Registration getRegistration(Class type) {
            if (List.class.isAssignableFrom(type)) {
                return super.getRegistration(ArrayList.class);
            }
            if (Set.class.isAssignableFrom(type)) {
                return super.getRegistration(LinkedHashSet.class);
            }
            if (Map.class.isAssignableFrom(type)) {
                return super.getRegistration(LinkedHashMap.class);
            }
            return super.getRegistration(
                    Enum.class.isAssignableFrom(type) && !type.isEnum() ? type.getSuperclass() : type);
        }
    }

    /** A truncated message must not reserve memory for elements that it does not have. */
    private static void requireBytes(Input input, int elements) {
        if (elements > input.limit() - input.position()) {
            throw new KryoException("more elements than bytes: " + elements);
        }
    }

    private static final class BoundedCollections extends CollectionSerializer<Collection<?>> {
        @Override
        protected Collection<?> create(Kryo kryo, Input input, Class<? extends Collection<?>> type, int size) {
            requireBytes(input, size);
            return super.create(kryo, input, type, size);
        }
    }

    private static final class BoundedMaps extends MapSerializer<Map<?, ?>> {
        @Override
        protected Map<?, ?> create(Kryo kryo, Input input, Class<? extends Map<?, ?>> type, int size) {
            requireBytes(input, size);
            return super.create(kryo, input, type, size);
        }
    }
}
