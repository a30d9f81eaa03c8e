package io.gpucloud.stub.json;

import io.gpucloud.stub.json.RecordShape.Member;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a query as values of the members of a record. */
final class QueryValues {

    /** A number in JSON. The exponent is limited because {@link BigDecimal} has a limit. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})?");

    private static final int INTEGER_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    private final Map<String, String[]> parameters;

    private QueryValues(Map<String, String[]> parameters) {
        this.parameters = parameters;
    }

    /**
     * Decodes a query.
     *
     * @throws InvalidJsonException if the parameters cannot be decoded
     */
    static QueryValues of(Supplier<Map<String, String[]>> parameters) {
        try {
            return new QueryValues(parameters.get());
        } catch (IllegalStateException undecodable) {
            throw new InvalidJsonException("", "the query is not valid");
        }
    }

    Set<String> names() {
        return parameters.keySet();
    }

    /**
     * Returns the value of a member.
     *
     * @return a text, a boolean or a number; null if the query does not have it
     * @throws InvalidJsonException if the value is not of the type of the member, or is given twice
     */
    @Nullable
    Object value(Member member) {
        String[] given = parameters.get(member.name());
        if (given == null) {
            return null;
        }
        if (given.length > 1) {
            throw new InvalidJsonException(member.name(), "must be given once");
        }
        if (member.type() == String.class) {
            return given[0];
        }
        return member.type() == Boolean.class
                ? (Object) truth(given[0], member.name())
                : number(given[0], member.type() == Long.class, member.name());
    }

    private static boolean truth(String given, String name) {
        return switch (given) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidJsonException(name, "must be true or false");
        };
    }

    private static Object number(String given, boolean isLong, String name) {
        int digits = isLong ? LONG_DIGITS : INTEGER_DIGITS;
        BigInteger number = Optional.of(given)
                .filter(NUMBER.asMatchPredicate())
                .flatMap(text -> WholeNumbers.of(new BigDecimal(text)))
                .filter(whole -> whole.abs().compareTo(BigInteger.TEN.pow(digits)) < 0)
                .orElseThrow(() ->
                        new InvalidJsonException(name, "must be a whole number of at most " + digits + " digits"));
        return isLong ? (Object) number.longValueExact() : number.intValueExact();
    }
}
