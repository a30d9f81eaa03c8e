package io.gpucloud.cli.mcp;

import io.gpucloud.cli.command.Version;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCMessage;
import io.modelcontextprotocol.modern.JsonRpc.JSONRPCRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.MetaKeys;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.server.HmacRequestStateCodec;
import io.modelcontextprotocol.modern.server.InputResponses;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncNotifier;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.McpTransportResponse;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Responds to requests of the revision 2026-07-28, each of which names its version and the capabilities of its client.
 * A question to a person is the result of a call; the answer comes with its repetition.
 */
final class StatelessServer {

    private static final String ANSWER = "rent";
    private final McpServer server;

    /** The questions without an answer, by the state that a repetition of their call must have. The SDK seals it. */
    private final Map<String, Question> questions = new BoundedMap<>();

    /**
     * An answer counts only for the same call. Its arguments determine what the person has agreed to, because a quote
     * has one price and one lifetime. The text may change, because it contains the rest of a limit.
     */
    private record Question(String tool, Map<String, Object> arguments) {}

    /** {@code tools}: by their descriptions. */
    StatelessServer(Map<JsonNode, AgentTool> tools) {
        Map<String, McpSyncTool> served = new LinkedHashMap<>();
        tools.forEach((description, tool) -> served.put(
                description.path("name").asString(),
                McpSyncTool.of(
                        JsonMapper.shared().convertValue(description, Tool.class),
                        (client, request) ->
                                McpSyncResponse.streaming(output -> call(tool, client, request, output)))));
        List<Tool> definitions =
                served.values().stream().map(McpSyncTool::definition).toList();
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        server = McpServer.builder()
                .jsonMapper(AgentTransport.JSON)
                .requestStateCodec(HmacRequestStateCodec.builder()
                        .key(key)
                        .ttl(RentalQuotes.VALID)
                        .build())
                .serverInfo(Implementation.builder(AgentServer.NAME, Version.number())
                        .build())
                .instructions(AgentServer.INSTRUCTIONS)
                .feature(ToolsFeature.ofSync(new McpSyncToolRepository() {
                    @Override
                    public ToolsPage list(McpRequestContext client, @Nullable String cursor) {
                        return ToolsPage.of(definitions);
                    }

                    @Override
                    public @Nullable McpSyncTool find(McpRequestContext client, String name) {
                        return served.get(name);
                    }
                }))
                .build();
    }

    /** Whether the parameters of a request name a version, as this revision demands of each. */
    static boolean isNamedBy(@Nullable Object params) {
        return params instanceof Map<?, ?> members
                && members.get("_meta") instanceof Map<?, ?> meta
                && meta.containsKey(MetaKeys.PROTOCOL_VERSION);
    }

    /** Carries a request out on this thread, and passes what is to be sent. */
    void respond(JSONRPCRequest request, Consumer<JSONRPCMessage> output) {
        McpTransportResponse response = Objects.requireNonNull(
                server.handleBlocking(McpTransportContext.EMPTY, request).block());
        messages(response).doOnNext(output).blockLast();
    }

    private static Flux<JSONRPCMessage> messages(McpTransportResponse response) {
        if (response instanceof McpTransportResponse.Streaming streaming) {
            return streaming.messages();
        }
        return Flux.just(
                response instanceof McpTransportResponse.Error error
                        ? error.response()
                        : ((McpTransportResponse.Result) response).response());
    }

    private CallToolOutcome call(
            AgentTool tool, McpRequestContext client, CallToolRequest request, McpSyncNotifier output) {
        Map<String, Object> arguments = Objects.requireNonNullElse(request.arguments(), Map.of());
        try {
            ToolResult result = ToolResult.of(
                    tool,
                    new AgentTool.Call(
                            arguments,
                            text -> agrees(client, request, new Question(request.name(), arguments), text),
                            (waited, most, message) ->
                                    output.progress((double) waited.toSeconds(), (double) most.toSeconds(), message)));
            CallToolResult.Builder response = CallToolResult.builder().isError(result.isFailed());
            if (result.content() != null) {
                response.structuredContent(result.content());
            }
            result.messages()
                    .forEach(message ->
                            response.addContent(TextContent.builder(message).build()));
            return response.build();
        } catch (ToolResult.UnansweredException unanswered) {
            return ask(new Question(request.name(), arguments), unanswered.question());
        }
    }

    private boolean agrees(McpRequestContext client, CallToolRequest request, Question question, String text) {
        if (!client.clientCapabilities().supportsElicitationForm()) {
            throw AgentServer.cannotAsk(text);
        }
        if (request.requestState() == null || !isAsked(request.requestState(), question)) {
            throw new ToolResult.UnansweredException(text);
        }
        ElicitResult answer =
                InputResponses.get(request.inputResponses(), ANSWER, ElicitResult.class, AgentTransport.JSON);
        return answer != null && answer.action() == ElicitResult.Action.ACCEPT && AgentServer.agrees(answer.content());
    }

    /** A state counts once, whatever was answered. */
    private boolean isAsked(String state, Question question) {
        synchronized (questions) {
            return question.equals(questions.remove(state));
        }
    }

    private InputRequiredResult ask(Question question, String text) {
        String state = UUID.randomUUID().toString();
        synchronized (questions) {
            questions.put(state, question);
        }
        return InputRequiredResult.builder()
                .elicit(
                        ANSWER,
                        ElicitFormRequest.builder(text, AgentServer.ANSWER).build())
                .requestState(state)
                .build();
    }
}
