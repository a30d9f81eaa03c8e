package io.gpucloud.cli.serve;

import io.gpucloud.cli.command.BoundedLineReader;
import io.gpucloud.cli.output.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON-RPC 2.0 over an input and an output, a line for each message. A message that cannot be read ends nothing. */
final class Connection {

    private static final int LONGEST_MESSAGE = 1024 * 1024;
    private static final int LONGEST_END_SECONDS = 10;

    private final BoundedLineReader input;
    private final OutputStream output;

    /** A client that reads slowly must not delay the leases, which publish their events here. */
    private final ExecutorService writer = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "gpu-cloud-serve-output");
        thread.setDaemon(true);
        return thread;
    });

    Connection(InputStream input, OutputStream output) {
        this.input = new BoundedLineReader(input, LONGEST_MESSAGE);
        this.output = output;
    }

    /** A request of the client. */
    record Request(JsonNode id, String method, ObjectNode params) {}

    /** Waits for the next request. Returns null at the end of the input. */
    @Nullable
    Request next() throws IOException {
        for (byte[] line = input.readLine(); line.length > 0; line = input.readLine()) {
            try {
                if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
                    return request(line);
                }
            } catch (ProtocolException wrong) {
                fail(JsonNodeFactory.instance.nullNode(), wrong);
            }
        }
        return null;
    }

    private Request request(byte[] line) {
        if (input.isTooLong(line)) {
            throw ProtocolException.invalid(input.tooLong());
        }
        JsonNode message;
        try {
            message = JsonMapper.shared().readTree(line);
        } catch (JacksonException unreadable) {
            throw new ProtocolException(ProtocolException.PARSE_ERROR, "invalid_message", "a message must be JSON");
        }
        JsonNode id = message.path("id");
        JsonNode params = message.path("params");
        boolean valid = message.path("jsonrpc").asString("").equals("2.0")
                && message.path("method").isString()
                && (id.isIntegralNumber() || id.isString())
                && (params.isObject() || params.isMissingNode());
        if (!valid) {
            throw ProtocolException.invalid(
                    "a message must be a request of JSON-RPC 2.0, with an identifier, and with parameters by name");
        }
        ObjectNode named = params instanceof ObjectNode members ? members : JsonNodeFactory.instance.objectNode();
        named.properties().removeIf(member -> member.getValue().isNull());
        return new Request(id, message.path("method").asString(), named);
    }

    void respond(JsonNode id, Object result) {
        send(Map.of("id", id, "result", result));
    }

    void fail(JsonNode id, Throwable failure) {
        send(Map.of("id", id, "error", Failures.describe(failure)));
    }

    void inform(String method, Object params) {
        send(Map.of("method", method, "params", params));
    }

    private void send(Map<String, ?> members) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.putAll(members);
        byte[] line = (Output.jsonLine(message) + "\n").getBytes(StandardCharsets.UTF_8);
        if (!writer.isShutdown()) {
            writer.execute(() -> write(line));
        }
    }

    private void write(byte[] line) {
        try {
            output.write(line);
            output.flush();
        } catch (IOException noReader) {
            // The client has ended, which the end of the input says, too.
            writer.shutdownNow();
        }
    }

    /** Sends what is waiting, unless the client does not read it. */
    void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                writer.shutdownNow();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
