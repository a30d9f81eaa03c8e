package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Output;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call, before it has the form of a revision of the protocol.
 *
 * @param content what the output schema of the tool says; null if the call failed
 * @param messages why the call failed; empty if it did not
 */
record ToolResult(@Nullable Map<String, Object> content, List<String> messages) {

    /** Calls a tool. Only a question that has no answer yet is an exception. */
    static ToolResult of(AgentTool tool, AgentTool.Call call) {
        try {
            return new ToolResult(ToolContent.of(tool.call(call)), List.of());
        } catch (UnansweredException question) {
            throw question;
        } catch (Exception failure) {
            String message = AgentServer.message(failure);
            return new ToolResult(
                    null,
                    AgentServer.serviceText(failure)
                            .map(text ->
                                    List.of(message, Output.jsonLine(Map.of("service_texts", Map.of("message", text)))))
                            .orElse(List.of(message)));
        }
    }

    boolean isFailed() {
        return content == null;
    }

    /** The person at the client has to be asked, by a result of the call, before it can be carried out. */
    static final class UnansweredException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnansweredException(String question) {
            super(question);
        }

        String question() {
            return String.valueOf(getMessage());
        }
    }
}
