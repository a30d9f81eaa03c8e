package io.gpucloud.client.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads leniently, writes strictly. Accepts undeclared members, numbers in strings, and null for an absent list. Treats
 * optional members of another form as absent, and leaves unreadable records out of lists. Never writes null.
 */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.SKIP))
            .withConfigOverride(
                    List.class, list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withCoercionConfig(
                    LogicalType.POJO,
                    object -> object.setCoercion(CoercionInputShape.EmptyArray, CoercionAction.AsNull))
            // Members of an envelope are read one by one, so a value is followed by the next member.
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addDeserializer(Instant.class, new UnixTime())
                    .setDeserializerModifier(new Tolerance()))
            .build();

    private Json() {}

    /** Adds the deserializers of optional members and of record lists. */
    private static final class Tolerance extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> reader) {
            return new OptionalMember(reader);
        }

        @Override
        public ValueDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> reader) {
            boolean ofRecords = OptionalMember.isModel(type.getContentType().getRawClass());
            return ofRecords ? new RecordListReader(type, reader) : new OptionalMember(reader);
        }
    }

    /** Seconds since 1970. Zero is how services say "never", so it is read as nothing. */
    private static final class UnixTime extends StdDeserializer<Instant> {

        UnixTime() {
            super(Instant.class);
        }

        @Override
        public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context) {
            Long seconds = parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                    ? Long.valueOf(parser.getLongValue())
                    : context.readValue(parser, Long.class);
            if (seconds == null || seconds == 0) {
                return null;
            }
            try {
                return Instant.ofEpochSecond(seconds);
            } catch (DateTimeException beyond) {
                return (Instant) context.handleWeirdNumberValue(Instant.class, seconds, "no moment");
            }
        }
    }
}
