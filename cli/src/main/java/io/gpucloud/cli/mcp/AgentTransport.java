package io.gpucloud.cli.mcp;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** The transport of the SDK, which also says when its session ends. */
final class AgentTransport extends StdioServerTransportProvider {

    static final McpJsonMapper JSON = new JacksonMcpJsonMapper(JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .addMixIn(ElicitRequest.class, WithoutType.class)
            .build());

    /** A message is rejected while another is being sent, which takes long on a busy machine. */
    private static final Retry REJECTED = Retry.fixedDelay(10, Duration.ofMillis(50));

    /** The request has a member with the name of its type information, which Jackson 3.2 rejects. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    private interface WithoutType {}

    private final CountDownLatch ended;

    /** {@code ended}: is counted down when the session ends. */
    AgentTransport(AgentInput input, OutputStream output, CountDownLatch ended) {
        super(JSON, input, output, AgentInput.LONGEST_MESSAGE);
        this.ended = ended;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory sessions) {
        super.setSessionFactory(transport -> sessions.create(new Observed(transport, ended)));
    }

    record Observed(McpServerTransport transport, CountDownLatch ended) implements McpServerTransport {

        /** A message that cannot be sent ends the session: its request would have no response, nor would later ones. */
        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return transport.sendMessage(message).retryWhen(REJECTED).doOnError(lost -> close());
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return transport.unmarshalFrom(data, type);
        }

        @Override
        public List<String> protocolVersions() {
            return transport.protocolVersions();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return transport.closeGracefully().doFinally(end -> ended.countDown());
        }

        @Override
        public void close() {
            transport.close();
            ended.countDown();
        }
    }
}
