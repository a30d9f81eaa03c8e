package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.LeftThreads;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.output.Document;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeftThreads.class)
class AgentServerTest {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    private Document call(AgentTool.Call call) throws InterruptedException {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
            return new Document();
        } finally {
            ended.countDown();
        }
    }

    @Test
    void endsTheCallsInProgress() throws Exception {
        try (Agent agent = Agent.start((input, output) -> {
            AgentServer.run(Map.of("list_gpus", this::call), input, output);
            return new Program.Run(0, "", "");
        })) {
            agent.begin("list_gpus", Map.of());
            begun.await();
        }

        assertThat(ended.getCount()).isZero();
    }
}
