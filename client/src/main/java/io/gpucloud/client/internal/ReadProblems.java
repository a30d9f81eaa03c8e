package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.ValueInstantiationException;

/** The parts of one response that could not be read, and the body that they come from. */
final class ReadProblems {

    /** The key of the attribute under which Jackson keeps this object during a call. */
    private static final String ATTRIBUTE = ReadProblems.class.getName();

    private final byte[] body;
    private final List<Unreadable> found = new ArrayList<>();

    ReadProblems(byte[] body) {
        this.body = body;
    }

    /** The reader that collects problems here. */
    ObjectReader collectedBy(ObjectReader reader) {
        return reader.withAttribute(ATTRIBUTE, this);
    }

    static @Nullable ReadProblems of(DeserializationContext context) {
        return (ReadProblems) context.getAttribute(ATTRIBUTE);
    }

    /**
     * The text of a record from its first byte to the byte after its last one; empty if the parser does not know them.
     */
    String text(long start, long end) {
        boolean known = start >= 0 && end <= body.length;
        return known ? new String(body, (int) start, (int) (end - start), StandardCharsets.UTF_8) : "";
    }

    List<Unreadable> found() {
        return found;
    }

    /** The structure that the current value is a part of. */
    static TokenStreamContext ownerOf(JsonParser parser) {
        TokenStreamContext context = parser.streamReadContext();
        return parser.currentToken().isStructStart() ? context.getParent() : context;
    }

    /**
     * Moves to the end of the value that could not be read, and adds the problem. Throws the failure if the response is
     * not JSON.
     */
    static void skip(
            JsonParser parser,
            DeserializationContext context,
            TokenStreamContext owner,
            JacksonException failure,
            boolean recordLeftOut) {
        if (failure instanceof StreamReadException && !(failure instanceof InputCoercionException)) {
            throw failure;
        }
        while (parser.streamReadContext() != owner && parser.nextToken() != null) {
            parser.finishToken();
        }
        add(context, owner, describe(failure), recordLeftOut);
    }

    static void add(DeserializationContext context, TokenStreamContext owner, String problem, boolean recordLeftOut) {
        ReadProblems problems = of(context);
        if (problems != null) {
            problems.found.add(new Unreadable(owner.pathAsPointer().toString(), problem, recordLeftOut));
        }
    }

    /** Without the message of Jackson, which repeats values of the response and names of Java classes. */
    private static String describe(JacksonException failure) {
        if (failure instanceof ValueInstantiationException && failure.getCause() != null) {
            return String.valueOf(failure.getCause().getMessage());
        }
        String member = path(failure);
        return (member.isEmpty() ? "it" : member) + " is missing or has another form than documented";
    }

    /** The place of a failure in the names of JSON; empty if it is the whole value. */
    static String path(JacksonException failure) {
        return failure.getPath().stream()
                .map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex()) : step.getPropertyName())
                .collect(Collectors.joining("."));
    }
}
