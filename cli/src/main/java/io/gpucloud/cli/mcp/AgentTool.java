package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.UsageException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A tool that {@code gpu-cloud mcp} offers to agents. */
@FunctionalInterface
interface AgentTool {

    /** As the input schemas say. */
    int LONGEST_TEXT = 128;

    Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** Receives the progress of a call. The client of the agent may show it. */
    @FunctionalInterface
    interface Progress {

        /** {@code most}: how long the call lasts at most. */
        void report(Duration waited, Duration most, String message);
    }

    /** Does the work. An exception is a result that says what went wrong. */
    Document call(Call call) throws Exception;

    /**
     * A call of a tool.
     *
     * @param arguments as its input schema says
     * @param consent asks the person at the client, and waits for the decision; throws {@link UsageException} if the
     *     client cannot ask, and {@link ToolResult.UnansweredException} if the decision comes with a repetition of the
     *     call
     * @param progress receives how a call that lasts goes on
     */
    record Call(Map<String, Object> arguments, Predicate<String> consent, Progress progress) {

        /** A text that is short and on one line, also if no schema was checked. */
        @Nullable
        String text(String name) {
            String text = (String) arguments.get(name);
            if (text != null
                    && (text.length() > LONGEST_TEXT || CONTROL.matcher(text).find())) {
                throw new UsageException(
                        name + " must have at most " + LONGEST_TEXT + " characters, and no control characters");
            }
            return text;
        }

        @Nullable
        BigDecimal amount(String name) {
            Object value = arguments.get(name);
            return value == null ? null : new BigDecimal(value.toString());
        }

        int number(String name, int otherwise) {
            return arguments.getOrDefault(name, otherwise) instanceof Number number ? number.intValue() : otherwise;
        }

        boolean flag(String name) {
            return Boolean.TRUE.equals(arguments.get(name));
        }
    }
}
