package io.gpucloud.stub.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads records from JSON files and snapshots. Rejects members that are unknown, duplicate or of a wrong type, and
 * missing members that are not nullable. Names are in snake case. {@link RequestBinder} reads requests.
 */
public final class StrictJson {

    private static final JsonMapper MAPPER = strict(StreamReadConstraints.defaults())
            .annotationIntrospector(new RequiredMembers())
            .build();

    /** The message of Jackson for a duplicate member. */
    private static final Pattern DUPLICATE = Pattern.compile("^Duplicate Object property \"(.{0,80})\"");

    private StrictJson() {}

    /**
     * Creates the mapper for all JSON that the stub writes, over HTTP and to files. Names are in snake case, and maps
     * are sorted.
     */
    public static JsonMapper.Builder format() {
        return format(StreamReadConstraints.defaults());
    }

    private static JsonMapper.Builder format(StreamReadConstraints limits) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(limits)
                        .recyclerPool(JsonRecyclerPools.threadLocalPool())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                        .build())
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY);
    }

    /** Creates a mapper that reads this format without any coercion. */
    static JsonMapper.Builder strict(StreamReadConstraints limits) {
        return format(limits)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfigDefaults(scalars -> scalars.setAcceptBlankAsEmpty(false))
                .withCoercionConfig(LogicalType.Textual, StrictJson::refuseWhatIsNoText)
                .addModule(StrictScalars.module());
    }

    /**
     * Reads a record.
     *
     * @throws InvalidJsonException if the JSON is invalid or does not match the record
     */
    public static <T> T read(byte[] json, Class<T> type) {
        if (!TextEncoding.isJsonText(json)) {
            throw new InvalidJsonException("", "not valid JSON in UTF-8");
        }
        try {
            return complete(MAPPER.readValue(json, type));
        } catch (InvalidNullException missing) {
            throw isOneValue(json) ? unfit(missing) : new InvalidJsonException("", "not one valid JSON value");
        } catch (JacksonException unfit) {
            throw unfit(unfit);
        }
    }

    /** Jackson finds a missing member before it reads the rest of the text, which may be malformed. */
    private static boolean isOneValue(byte[] json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            parser.nextToken();
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException malformed) {
            return false;
        }
    }

    /** Writes a record as JSON, always as the same bytes for the same record. */
    public static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    private static void refuseWhatIsNoText(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    private static <T> T complete(@Nullable T value) {
        if (value == null) {
            throw new InvalidJsonException("", "must not be null");
        }
        return value;
    }

    /** Requires the members of records, unless their types are nullable, and the entries of lists and maps. */
    private static final class RequiredMembers extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
            boolean required = member instanceof AnnotatedParameter parameter
                    && !RecordShape.isNullable(
                            parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()]);
            return JsonSetter.Value.construct(required ? Nulls.FAIL : Nulls.SET, Nulls.FAIL);
        }
    }

    static InvalidJsonException unfit(JacksonException unfit) {
        String path = "";
        for (JacksonException.Reference step : unfit.getPath()) {
            path = step.getPropertyName() == null
                    ? path + "[" + step.getIndex() + "]"
                    : join(path, step.getPropertyName());
        }
        return new InvalidJsonException(path, reason(unfit));
    }

    static String reason(JacksonException unfit) {
        if (unfit instanceof UnrecognizedPropertyException unknown) {
            List<String> known =
                    unknown.getKnownPropertyIds().stream().map(String::valueOf).toList();
            return "is not known" + NearestName.suggestion(known, unknown.getPropertyName()) + " Known are: "
                    + String.join(", ", known);
        }
        if (unfit instanceof InvalidNullException missing) {
            String last = unfit.getPath().get(unfit.getPath().size() - 1).getPropertyName();
            boolean isMember = missing.getPropertyName().getSimpleName().equals(last);
            return isMember ? "is required" : "must not be null";
        }
        if (unfit instanceof ValueInstantiationException refused) {
            // Only the messages of these exceptions are meant for people.
            return refused.getCause() instanceof IllegalArgumentException told && told.getMessage() != null
                    ? told.getMessage()
                    : "is not complete";
        }
        if (unfit instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "must be " + describe(mismatch.getTargetType());
        }
        if (unfit instanceof StreamConstraintsException) {
            return "nested too deeply, or a number or a name is too long";
        }
        if (unfit instanceof InputCoercionException) {
            return "is out of range";
        }
        Matcher duplicate = DUPLICATE.matcher(String.valueOf(unfit.getOriginalMessage()));
        if (duplicate.find()) {
            return "ambiguous: the member " + duplicate.group(1) + " is given twice";
        }
        if (unfit instanceof StreamReadException && unfit.getLocation() != null) {
            return "not valid JSON at line " + unfit.getLocation().getLineNr() + ", column "
                    + unfit.getLocation().getColumnNr();
        }
        return "cannot be read";
    }

    private static String describe(Class<?> type) {
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "an integer";
        }
        if (type == BigDecimal.class || type == double.class || type == Double.class) {
            return "a number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a string";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.toString(type.getEnumConstants());
        }
        return List.class.isAssignableFrom(type) ? "an array" : "an object";
    }

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
