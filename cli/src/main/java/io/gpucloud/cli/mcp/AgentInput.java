package io.gpucloud.cli.mcp;

import io.gpucloud.cli.command.BoundedLineReader;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCMessage;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages of a client for its session. Requests that have no session go to the {@link StatelessServer}. Responds
 * to any other line with an error, because the SDK would end the session, and the client could no longer end its
 * rentals.
 */
final class AgentInput extends InputStream {

    /** In bytes. */
    static final int LONGEST_MESSAGE = 1024 * 1024;

    private static final int PARSE_ERROR = -32700;
    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMS = -32602;

    private final BoundedLineReader input;
    private final OutputStream output;
    private final StatelessServer stateless;
    private final Executor calls;
    private final Runnable lost;

    /** Whether the client has begun a session. The SDK would not respond to a request before. */
    private boolean hasSession;

    private byte[] message = {};
    private int position;

    /**
     * @param calls carries out the requests without a session
     * @param lost runs if a response could not be sent
     */
    AgentInput(InputStream input, OutputStream output, StatelessServer stateless, Executor calls, Runnable lost) {
        this.input = new BoundedLineReader(input, LONGEST_MESSAGE);
        this.output = output;
        this.stateless = stateless;
        this.calls = calls;
        this.lost = lost;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (position == message.length && !readMessage()) {
            return -1;
        }
        int count = Math.min(length, message.length - position);
        System.arraycopy(message, position, target, offset, count);
        position += count;
        return count;
    }

    /** Returns false at the end of the input. */
    private boolean readMessage() throws IOException {
        while (true) {
            byte[] line = input.readLine();
            if (line.length == 0) {
                return false;
            }
            if (isMessage(line)) {
                message = line;
                position = 0;
                return true;
            }
        }
    }

    private boolean isMessage(byte[] line) throws IOException {
        String text = new String(line, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return false;
        }
        if (input.isTooLong(line)) {
            reject(null, INVALID_REQUEST, input.tooLong());
            return false;
        }
        try {
            return isServed(McpSchema.deserializeJsonRpcMessage(AgentTransport.JSON, text));
        } catch (IOException | RuntimeException unreadable) {
            if (isJson(text)) {
                reject(
                        null,
                        INVALID_REQUEST,
                        "a message must be a request, a notification or a response of JSON-RPC 2.0");
            } else {
                reject(null, PARSE_ERROR, "a message must be JSON");
            }
            return false;
        }
    }

    private static boolean isJson(String text) {
        try {
            JsonMapper.shared().readTree(text);
            return true;
        } catch (JacksonException unreadable) {
            return false;
        }
    }

    /** Whether the session of the SDK has to respond. It responds to a call without a tool with the name of a class. */
    private boolean isServed(McpSchema.JSONRPCMessage message) throws IOException {
        if (!(message instanceof McpSchema.JSONRPCRequest request)) {
            return true;
        }
        if (request.method().equals(McpSchema.METHOD_TOOLS_CALL) && !isCall(request.params())) {
            reject(request.id(), INVALID_PARAMS, "tools/call needs params with the name of a tool, and its arguments");
            return false;
        }
        boolean isStateless = StatelessServer.isNamedBy(request.params());
        hasSession |= !isStateless && request.method().equals(McpSchema.METHOD_INITIALIZE);
        if (isStateless || !hasSession) {
            JSONRPCRequest passed = new JSONRPCRequest(request.method(), request.id(), request.params());
            calls.execute(() -> stateless.respond(passed, this::send));
            return false;
        }
        return true;
    }

    private static boolean isCall(@Nullable Object params) {
        return params instanceof Map<?, ?> call
                && call.get("name") instanceof String
                && (call.get("arguments") == null || call.get("arguments") instanceof Map);
    }

    /** {@code id}: null if the message has none that is readable. */
    private void reject(@Nullable Object id, int code, String reason) throws IOException {
        Map<String, @Nullable Object> response = new LinkedHashMap<>();
        response.put("jsonrpc", "2.0");
        response.put("id", id);
        response.put("error", Map.of("code", code, "message", reason));
        write(JsonMapper.shared().writeValueAsString(response));
    }

    /** A response that cannot be sent ends the program: later ones could not be sent either. */
    private void send(JSONRPCMessage response) {
        try {
            write(AgentTransport.JSON.writeValueAsString(response));
        } catch (IOException closed) {
            lost.run();
        }
    }

    private void write(String line) throws IOException {
        // The SDK holds the same lock while it writes.
        synchronized (output) {
            output.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            output.flush();
        }
    }
}
