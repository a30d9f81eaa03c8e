package io.gpucloud.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of an engine in this process. */
final class Library implements AutoCloseable {

    private static final int MEBIBYTE = 1024 * 1024;

    private final PipedOutputStream input = new PipedOutputStream();
    private final BufferedReader output;
    private final CompletableFuture<Program.Run> run;
    private final List<JsonNode> unread = new ArrayList<>();
    private int lastId;

    Library(Program program, String... options) {
        try {
            PipedInputStream requests = new PipedInputStream(input, MEBIBYTE);
            PipedInputStream responses = new PipedInputStream(MEBIBYTE);
            OutputStream messages = new PipedOutputStream(responses);
            output = new BufferedReader(new InputStreamReader(responses, StandardCharsets.UTF_8));
            run = CompletableFuture.supplyAsync(() -> program.serveLeases(requests, messages, options));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A library whose engine has leases with short pauses. */
    static Library initialized(Program program, Map<String, ?> options) {
        Library library = new Library(program);
        Map<String, Object> all = new HashMap<>(Map.of("version", 1, "window", 0.1, "interval", 0.1));
        all.putAll(options);
        JsonNode response = library.call("initialize", all);
        assertThat(response.path("version").asInt()).as("%s", response).isEqualTo(1);
        return library;
    }

    void send(String line) {
        try {
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the identifier of the request. */
    int begin(String method, Map<String, ?> params) {
        lastId++;
        send(JsonMapper.shared()
                .writeValueAsString(Map.of("jsonrpc", "2.0", "id", lastId, "method", method, "params", params)));
        return lastId;
    }

    /** The result of a call, or its error. */
    JsonNode call(String method, Map<String, ?> params) {
        return response(begin(method, params));
    }

    JsonNode rent() {
        return call("rent", Map.of("pod_uuid", "pod-comfyui", "lifetime", 3600));
    }

    JsonNode response(int id) {
        JsonNode message = await(each -> each.path("id").asInt(-1) == id);
        return message.has("error") ? message.path("error") : message.path("result");
    }

    JsonNode event(String type) {
        return await(each -> each.path("params").path("type").asString("").equals(type))
                .path("params");
    }

    /** The first message that matches and was not returned before. */
    JsonNode await(Predicate<JsonNode> wanted) {
        for (JsonNode message : unread) {
            if (wanted.test(message)) {
                unread.remove(message);
                return message;
            }
        }
        JsonNode message = read();
        while (!wanted.test(message)) {
            unread.add(message);
            message = read();
        }
        return message;
    }

    private JsonNode read() {
        try {
            @Nullable String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("the engine has ended: " + unread);
            }
            return JsonMapper.shared().readTree(line);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits for the end of the engine. */
    Program.Run run() {
        return run.join();
    }

    /** Ends the input, and waits for the end of the engine. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        run();
    }
}
