package io.gpucloud.stub.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
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

/** Integers as JSON Schema defines them: numbers whose fraction is zero. {@code 1.0} and {@code 1e0} are the integer 1. */
final class WholeNumbers {

    /** A number with more digits does not fit into 64 bits. */
    private static final int LONG_DIGITS = 19;

    private static final BigInteger BEYOND_LONG = BigInteger.TEN.pow(LONG_DIGITS);
    private static final Set<Class<?>> INTEGERS = Set.of(int.class, Integer.class, long.class, Long.class);

    private WholeNumbers() {}

    /**
     * Returns a number as an integer.
     *
     * @return empty if the number has a fraction; a value beyond 64 bits if the number is beyond 64 bits
     */
    static Optional<BigInteger> of(BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        if (shortest.scale() > 0) {
            return Optional.empty();
        }
        // Without the test, 1e999999999 would become an integer of a billion digits.
        boolean fits = (long) shortest.precision() - shortest.scale() <= LONG_DIGITS;
        return Optional.of(fits ? shortest.toBigInteger() : BEYOND_LONG);
    }

    /** Makes Jackson read such numbers as integers. By default it rejects them, or drops the fraction of any number. */
    static SimpleModule module() {
        return new SimpleModule().setDeserializerModifier(new ValueDeserializerModifier() {
            private static final long serialVersionUID = 1L;

            @Override
            public ValueDeserializer<?> modifyDeserializer(
                    DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> deserializer) {
                return INTEGERS.contains(bean.getBeanClass())
                        ? new IntegerDeserializer(deserializer, bean.getBeanClass())
                        : deserializer;
            }
        });
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
            Optional<BigInteger> whole =
                    parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? of(parser.getDecimalValue()) : Optional.empty();
            return whole.isPresent() ? exact(whole.get(), parser) : super.deserialize(parser, context);
        }

        private Object exact(BigInteger whole, JsonParser parser) {
            try {
                return type == int.class || type == Integer.class
                        ? (Object) whole.intValueExact()
                        : whole.longValueExact();
            } catch (ArithmeticException beyond) {
                throw new InputCoercionException(parser, "out of range", JsonToken.VALUE_NUMBER_FLOAT, type);
            }
        }
    }
}
