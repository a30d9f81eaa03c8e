package io.gpucloud.cli;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool that {@code gpu-cloud mcp} offers to agents. */
@FunctionalInterface
interface AgentTool {

    /** Does the work. An exception is a result that says what went wrong. */
    Document call(Call call) throws Exception;

    /**
     * A call of a tool.
     *
     * @param arguments as its input schema says
     * @param person asks the person at the client
     */
    record Call(Map<String, Object> arguments, Person person) {

        @Nullable
        String text(String name) {
            return (String) arguments.get(name);
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

    /** The person at the client. */
    @FunctionalInterface
    interface Person {

        /**
         * Asks, and waits for the decision.
         *
         * @throws UsageException if the client cannot ask
         */
        boolean agrees(String question);
    }
}
