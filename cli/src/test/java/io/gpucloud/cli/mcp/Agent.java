package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.Program;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent with {@code gpu-cloud mcp} in this process. */
final class Agent implements AutoCloseable {

    private final PrintStream toServer;
    private final BufferedReader fromServer;

    /** Waits for the end of the server. */
    private final Supplier<Program.Run> server;

    /** The decision of the person at the client; null if the client cannot ask. */
    private final @Nullable Boolean decision;

    private int requests;

    /** The question that the person was asked last. */
    @Nullable
    String question;

    /** The metadata of each request in the revision 2026-07-28; empty in a session. */
    private final Map<String, ?> meta;

    private Agent(
            OutputStream toServer,
            InputStream fromServer,
            Supplier<Program.Run> server,
            @Nullable Boolean decision,
            Map<String, ?> meta)
            throws IOException {
        this.toServer = new PrintStream(toServer, true, StandardCharsets.UTF_8);
        this.fromServer = new BufferedReader(new InputStreamReader(fromServer, StandardCharsets.UTF_8));
        this.server = server;
        this.decision = decision;
        this.meta = meta;
        if (meta.isEmpty()) {
            initialize();
        }
    }

    private void initialize() throws IOException {
        Map<String, ?> capabilities = decision == null ? Map.of() : Map.of("elicitation", Map.of());
        Map<String, ?> info = Map.of("name", "test", "version", "1");
        request(
                "initialize",
                Map.of("protocolVersion", "2025-06-18", "capabilities", capabilities, "clientInfo", info));
        send(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
    }

    /** An agent of a server in another process. */
    static Agent of(Process server) throws IOException {
        return new Agent(
                server.getOutputStream(),
                server.getInputStream(),
                () -> new Program.Run(server.onExit().join().exitValue(), "", ""),
                null,
                Map.of());
    }

    static Agent start(Program program, String... options) throws IOException {
        return start(null, Map.of(), (input, output) -> program.serve(input, output, options));
    }

    static Agent withPerson(Program program, boolean decision, String... options) throws IOException {
        return start(decision, Map.of(), (input, output) -> program.serve(input, output, options));
    }

    /** An agent that speaks the revision 2026-07-28. */
    static Agent withoutSession(Program program, @Nullable Boolean decision, String... options) throws IOException {
        Map<String, ?> capabilities = decision == null ? Map.of() : Map.of("elicitation", Map.of("form", Map.of()));
        Map<String, ?> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                capabilities);
        return start(decision, meta, (input, output) -> program.serve(input, output, options));
    }

    @FunctionalInterface
    interface Server {
        Program.Run serve(InputStream input, OutputStream output) throws IOException, InterruptedException;
    }

    static Agent start(Server served) throws IOException {
        return start(null, Map.of(), served);
    }

    private static Agent start(@Nullable Boolean decision, Map<String, ?> meta, Server served) throws IOException {
        Pipe input = Pipe.open();
        Pipe output = Pipe.open();
        Supplier<Program.Run> all = () -> {
            try (InputStream read = Channels.newInputStream(input.source());
                    OutputStream written = Channels.newOutputStream(output.sink())) {
                return served.serve(read, written);
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        };
        // A thread of the common pool would not belong to the test.
        CompletableFuture<Program.Run> server =
                CompletableFuture.supplyAsync(all, task -> new Thread(task, "gpu-cloud-mcp").start());
        return new Agent(
                Channels.newOutputStream(input.sink()),
                Channels.newInputStream(output.source()),
                server::join,
                decision,
                meta);
    }

    /** The structured content of a result. */
    JsonNode call(String tool, Map<String, ?> arguments) throws IOException {
        JsonNode result = decided(tool, arguments);
        if (result.path("isError").asBoolean(false)) {
            throw new AssertionError(result.toString());
        }
        return result.path("structuredContent");
    }

    /** A quote for an hour, of which the limits of the tests leave 5.90. */
    String quote() throws IOException {
        return call("quote_rental", Map.of("pod_uuid", "pod-comfyui", "minutes", 60))
                .path("quote_id")
                .asString();
    }

    /** A quote that is rented. */
    String rented() throws IOException {
        String quote = quote();
        rental("rent", quote);
        return quote;
    }

    /** A quote that is rented, and whose rental has a state. */
    String rented(String state) throws IOException {
        String quote = rented();
        awaitState(quote, state);
        return quote;
    }

    JsonNode rental(String tool, String quoteId) throws IOException {
        return call(tool, Map.of("quote_id", quoteId));
    }

    /** The rental, as soon as it has a state. */
    JsonNode awaitState(String quoteId, String state) throws IOException {
        JsonNode rental = rental("rental", quoteId);
        while (!rental.path("state").asString().equals(state)) {
            // Nothing follows on these.
            assertThat(rental.path("state").asString()).isNotIn("ended", "failed");
            rental = rental("rental", quoteId);
        }
        return rental;
    }

    /** The message of a result that is an error. */
    String failure(String tool, Map<String, ?> arguments) throws IOException {
        JsonNode result = decided(tool, arguments);
        if (!result.path("isError").asBoolean(false)) {
            throw new AssertionError(result.toString());
        }
        return result.path("content").path(0).path("text").asString();
    }

    /** The result of a call, which may be a question. */
    JsonNode result(String tool, Map<String, ?> arguments) throws IOException {
        return response("tools/call", Map.of("name", tool, "arguments", arguments))
                .path("result");
    }

    /** The result of a call after the decision of the person. */
    private JsonNode decided(String tool, Map<String, ?> arguments) throws IOException {
        return request("tools/call", Map.of("name", tool, "arguments", arguments));
    }

    /** The progress that a call reports. */
    List<JsonNode> progress(String tool, Map<String, ?> arguments) throws IOException {
        List<JsonNode> progress = new ArrayList<>();
        Map<String, Object> all = new HashMap<>(meta);
        all.put("progressToken", "progress");
        sendRequest("tools/call", Map.of("name", tool, "arguments", arguments, "_meta", all));
        JsonNode message = read();
        while (message.path("id").asInt(0) != requests) {
            progress.add(message.path("params"));
            message = read();
        }
        return progress;
    }

    JsonNode tools() throws IOException {
        return request("tools/list", Map.of()).path("tools");
    }

    private JsonNode request(String method, Map<String, ?> parameters) throws IOException {
        JsonNode result = response(method, parameters).path("result");
        if (!result.path("resultType").asString("").equals("input_required")) {
            return result;
        }
        Map<String, Object> again = new HashMap<>(parameters);
        again.put("requestState", result.path("requestState").asString());
        again.put(
                "inputResponses",
                Map.of("rent", decision(result.path("inputRequests").path("rent"))));
        return request(method, again);
    }

    /** The response to a request, after the questions before it. */
    JsonNode response(String method, Map<String, ?> parameters) throws IOException {
        sendRequest(method, parameters);
        while (true) {
            JsonNode message = read();
            if (message.path("method").asString("").equals("elicitation/create")) {
                Object id = message.path("id").asString();
                send(Map.of("jsonrpc", "2.0", "id", id, "result", decision(message)));
            } else if (message.path("id").asInt(0) == requests) {
                return message;
            }
        }
    }

    /** The next message of the server. */
    JsonNode read() throws IOException {
        String line = fromServer.readLine();
        if (line == null) {
            throw new EOFException("the server ended: " + server.get());
        }
        return JsonMapper.shared().readTree(line);
    }

    /** Calls a tool, and does not wait for the result. */
    void begin(String tool, Map<String, ?> arguments) {
        sendRequest("tools/call", Map.of("name", tool, "arguments", arguments));
    }

    private void sendRequest(String method, Map<String, ?> parameters) {
        requests++;
        Map<String, Object> all = new HashMap<>(parameters);
        if (!meta.isEmpty()) {
            all.putIfAbsent("_meta", meta);
        }
        send(Map.of("jsonrpc", "2.0", "id", requests, "method", method, "params", all));
    }

    private Map<String, ?> decision(JsonNode asked) {
        question = asked.path("params").path("message").asString();
        return Objects.requireNonNull(decision)
                ? Map.of("action", "accept", "content", Map.of("rent", true))
                : Map.of("action", "decline");
    }

    private void send(Map<String, ?> message) {
        toServer.println(JsonMapper.shared().writeValueAsString(message));
    }

    void sendAsIs(String line) {
        toServer.println(line);
    }

    /** Ends the input, and waits for the end of the server. */
    Program.Run end() {
        toServer.close();
        return server.get();
    }

    @Override
    public void close() {
        end();
    }
}
