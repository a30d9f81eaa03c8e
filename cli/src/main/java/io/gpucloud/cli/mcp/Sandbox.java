package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.cli.stub.StubProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A stub in which an agent can practise, and its tools. */
record Sandbox(StubProgram stub, int port, SandboxTime time) implements AutoCloseable {

    /** The key of an account that has money, and no past. */
    static final String KEY = "tenant-sandbox";

    static Sandbox start(PrintWriter err) throws IOException {
        StubProgram stub = StubProgram.start(List.of("server.port=0", "stub.lifecycle.boot=2s"));
        Integer port = stub.awaitPort();
        if (port == null) {
            stub.close();
            stub.printLog(err);
            throw new UsageException("the sandbox does not start");
        }
        return new Sandbox(stub, port, new SandboxTime("http://127.0.0.1:" + port + "/__admin/clock"));
    }

    Map<String, AgentTool> tools() {
        return Map.of("advance_time", this::advance, "inject_fault", this::inject);
    }

    private Document advance(AgentTool.Call call) {
        return new Document().with("now", time.advance(Duration.ofMinutes(call.number("minutes", 1))));
    }

    private Document inject(AgentTool.Call call) throws IOException, InterruptedException {
        Map<String, Object> fault = new LinkedHashMap<>(call.arguments());
        fault.put("api_key", KEY);
        fault.putIfAbsent("times", 1);
        return new Document().with("fault_id", post("/faults", fault).path("id").asString());
    }

    private JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/__admin" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Output.json(body)))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new UsageException("the sandbox rejects it: " + response.body());
        }
        return JsonMapper.shared().readTree(response.body());
    }

    @Override
    public void close() {
        stub.close();
    }
}
