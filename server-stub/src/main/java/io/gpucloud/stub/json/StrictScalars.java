package io.gpucloud.stub.json;

import java.math.BigDecimal;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads integers as JSON Schema defines them, numbers whose fraction is zero ({@code 1.0} and {@code 1e0} are the
 * integer 1), and only texts of whole characters.
 */
final class StrictScalars extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1L;

    private static final Set<Class<?>> INTEGERS = Set.of(int.class, Integer.class, long.class, Long.class);

    private StrictScalars() {}

    static SimpleModule module() {
        return new SimpleModule("strict-scalars").setDeserializerModifier(new StrictScalars());
    }

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> deserializer) {
        Class<?> type = bean.getBeanClass();
        if (type == String.class) {
            return new TextDeserializer(deserializer);
        }
        return INTEGERS.contains(type) ? new IntegerDeserializer(deserializer, type) : deserializer;
    }

    private static final class TextDeserializer extends DelegatingDeserializer {

        TextDeserializer(ValueDeserializer<?> texts) {
            super(texts);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> texts) {
            return new TextDeserializer(texts);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            Object text = super.deserialize(parser, context);
            if (text instanceof String read && !TextEncoding.isWhole(read)) {
                throw context.instantiationException(
                        String.class, new IllegalArgumentException("must be a text of whole characters"));
            }
            return text;
        }
    }

    private static final class IntegerDeserializer extends DelegatingDeserializer {

        private final Class<?> type;

        IntegerDeserializer(ValueDeserializer<?> integers, Class<?> type) {
            super(integers);
            this.type = type;
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> integers) {
            return new IntegerDeserializer(integers, type);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
                BigDecimal number = parser.getDecimalValue();
                if (number.stripTrailingZeros().scale() <= 0) {
                    return exact(number, parser);
                }
            }
            return super.deserialize(parser, context);
        }

        private Object exact(BigDecimal number, JsonParser parser) {
            try {
                return type == int.class || type == Integer.class
                        ? (Object) number.intValueExact()
                        : number.longValueExact();
            } catch (ArithmeticException beyond) {
                throw new InputCoercionException(parser, "out of range", JsonToken.VALUE_NUMBER_FLOAT, type);
            }
        }
    }
}
