package io.gpucloud.client.internal;

import io.gpucloud.client.model.Instance;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads an optional member of a generated record. A value of another form than documented is read as if the member were
 * absent: an instance whose {@code gpu_nums} cannot be read must still be found and destroyed.
 */
final class OptionalMember extends DelegatingDeserializer {

    private static final Set<String> MODELS = Set.of(Instance.class.getPackageName(), "io.gpucloud.client.observed");

    OptionalMember(ValueDeserializer<?> reader) {
        super(reader);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> reader) {
        return new OptionalMember(reader);
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        JavaType type = context.constructType(_delegatee.handledType());
        ValueDeserializer<?> reader = context.handleSecondaryContextualization(_delegatee, property, type);
        return property != null && isOptional(property) ? new OptionalMember(reader) : reader;
    }

    /**
     * Not for the elements of a list, nor for a list of records: with some of them missing, it would mean something
     * else.
     */
    private boolean isOptional(BeanProperty property) {
        JavaType type = property.getType();
        return !property.isRequired()
                && property.getMember() != null
                && isModel(property.getMember().getDeclaringClass())
                && type.getRawClass() == _delegatee.handledType()
                && !(type.isCollectionLikeType()
                        && isModel(type.getContentType().getRawClass()));
    }

    static boolean isModel(Class<?> type) {
        return MODELS.contains(type.getPackageName());
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        TokenStreamContext owner = ReadProblems.ownerOf(parser);
        try {
            return super.deserialize(parser, context);
        } catch (JacksonException unfit) {
            ReadProblems.skip(parser, context, owner, unfit, false);
            return null;
        }
    }
}
