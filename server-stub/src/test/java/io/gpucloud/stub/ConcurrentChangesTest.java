package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two concurrent requests that change different parts of an account both take effect. */
class ConcurrentChangesTest {

    /** Actions to run directly after the next operation on an account, before its caller continues. */
    private static final Queue<Runnable> IN_BETWEEN = new ConcurrentLinkedQueue<>();

    @Configuration(proxyBeanMethods = false)
    static class Interrupted {

        @Bean
        static InterceptedAccounts interruptedAccounts() {
            return new InterceptedAccounts(before -> {}, after -> {
                Runnable next = IN_BETWEEN.poll();
                if (next != null) {
                    next.run();
                }
            });
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(Interrupted.class);

    @Test
    void ofDurationsAreBothKept() {
        Caller caller = Caller.of(STUB.baseUrl(), null);
        String lifecycle = "/accounts/tenant-a/lifecycle";
        IN_BETWEEN.add(() -> caller.admin("PUT", lifecycle, "{\"shutdown\":2}"));

        caller.admin("PUT", lifecycle, "{\"boot\":1}");

        assertThat(caller.admin("PUT", lifecycle, "{}").text())
                .isEqualTo("{\"boot\":1,\"shutdown\":2,\"image_upload\":30}");
    }
}
