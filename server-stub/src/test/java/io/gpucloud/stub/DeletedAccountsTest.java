package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A call that reads all accounts does not open an account again that is deleted meanwhile. */
class DeletedAccountsTest {

    private static final AccountKey DELETED = new AccountKey("tenant-a");

    /** Actions to run after a call has found an account, and before it uses the account. */
    private static final Queue<Runnable> IN_BETWEEN = new ConcurrentLinkedQueue<>();

    @Configuration(proxyBeanMethods = false)
    static class Interrupted {

        @Bean
        static InterceptedAccounts interruptedAccounts() {
            return new InterceptedAccounts(
                    before -> {
                        Runnable next = before.endsWith("IfOpen") ? IN_BETWEEN.poll() : null;
                        if (next != null) {
                            next.run();
                        }
                    },
                    after -> {});
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(Interrupted.class);

    @ParameterizedTest
    @CsvSource({"GET, /faults", "DELETE, /faults", "DELETE, /faults/fault-1", "GET, /snapshot"})
    void stayDeleted(String method, String path) {
        Caller caller = Caller.of(STUB.baseUrl(), DELETED.name());
        caller.get("/balance/info");
        assertThat(caller.adminGet("/snapshot").at("/accounts").has(DELETED.name()))
                .isTrue();
        IN_BETWEEN.add(() -> caller.adminDelete("/accounts/" + DELETED.name()));

        caller.unchecked().admin(method, path, null);

        assertThat(IN_BETWEEN).isEmpty();
        assertThat(caller.adminGet("/snapshot").at("/accounts").has(DELETED.name()))
                .isFalse();
    }
}
