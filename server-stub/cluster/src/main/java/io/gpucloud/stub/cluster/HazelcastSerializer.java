package io.gpucloud.stub.cluster;

import com.hazelcast.nio.serialization.ByteArraySerializer;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serializes one class for Hazelcast. */
final class HazelcastSerializer<T> implements ByteArraySerializer<T> {

    private final Class<T> type;
    private final int number;
    private final RecordCodec codec;
    private final Function<T, @Nullable Object> content;
    private final Function<@Nullable Object, T> made;

    HazelcastSerializer(
            Class<T> type,
            int number,
            RecordCodec codec,
            Function<T, @Nullable Object> content,
            Function<@Nullable Object, T> made) {
        this.type = type;
        this.number = number;
        this.codec = codec;
        this.content = content;
        this.made = made;
    }

    Class<T> type() {
        return type;
    }

    @Override
    public int getTypeId() {
        return number;
    }

    @Override
    public byte[] write(T value) {
        return codec.write(content.apply(value));
    }

    @Override
    public T read(byte[] bytes) {
        return Objects.requireNonNull(made.apply(codec.read(bytes)));
    }
}
