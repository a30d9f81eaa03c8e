package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.clock.StubClock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The time of an account never goes back: a request during a restore must not see the restored account with the old clock. */
class RestoredClockTest {

    private static final AccountKey ACCOUNT = new AccountKey("demo-key");
    private static final BlockingQueue<Long> MOMENTS_AT_RESTORE = new LinkedBlockingQueue<>();

    @Configuration(proxyBeanMethods = false)
    static class Watched {

        @Bean
        static InterceptedAccounts watchedAccounts(ObjectProvider<StubClock> clock) {
            Consumer<String> look = method -> {
                if (method.startsWith("restore")) {
                    MOMENTS_AT_RESTORE.add(clock.getObject().now(ACCOUNT));
                }
            };
            return new InterceptedAccounts(look, after -> {});
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB =
            GpuCloudStub.start(Watched.class, "stub.clock.now=1767225600", "stub.clock.frozen=true");

    @ParameterizedTest
    @ValueSource(strings = {"", "/accounts/demo-key"})
    void isRestoredBeforeTheAccount(String whole) throws InterruptedException {
        Caller caller = Caller.of(STUB.baseUrl(), "demo-key");
        caller.get("/balance/info");
        String snapshot = caller.adminGet(whole + "/snapshot").text();
        caller.admin("POST", whole + "/clock/advance", "{\"seconds\":864000}");

        assertThat(caller.admin("PUT", whole + "/snapshot", snapshot).status()).isEqualTo(204);

        assertThat(MOMENTS_AT_RESTORE.take()).isEqualTo(1767225600);
    }
}
