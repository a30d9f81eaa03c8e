package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class AgentTransportTest {

    private static final JSONRPCMessage MESSAGE = new JSONRPCNotification("notifications/test");

    private final CountDownLatch ended = new CountDownLatch(1);
    private int sent;

    @Test
    void aMessageThatIsRejectedWhileAnotherIsSentIsSentAgain() {
        rejecting(3).sendMessage(MESSAGE).block();

        assertThat(sent).isEqualTo(1);
        assertThat(ended.getCount()).isEqualTo(1);
    }

    @Test
    void aMessageThatCannotBeSentEndsTheSession() {
        assertThatThrownBy(() -> rejecting(1000).sendMessage(MESSAGE).block()).hasRootCauseMessage("rejected");

        assertThat(sent).isZero();
        assertThat(ended.getCount()).isZero();
    }

    /** A transport of the SDK rejects messages in this way. */
    private AgentTransport.Observed rejecting(int times) {
        McpServerTransport busy = new McpServerTransport() {
            private int rejected;

            @Override
            public Mono<Void> sendMessage(JSONRPCMessage message) {
                return Mono.defer(() -> {
                    if (rejected++ < times) {
                        return Mono.error(new IllegalStateException("rejected"));
                    }
                    sent++;
                    return Mono.empty();
                });
            }

            @Override
            public Mono<Void> closeGracefully() {
                return Mono.empty();
            }

            @Override
            public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
                return AgentTransport.JSON.convertValue(data, type);
            }
        };
        return new AgentTransport.Observed(busy, ended);
    }
}
