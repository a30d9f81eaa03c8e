package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.clock.StubClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A request that runs between two steps of another one. */
class InterleavedRequestsTest {

    private static final AccountKey ACCOUNT = new AccountKey("tenant-a");
    private static final AtomicReference<@Nullable Interruption> NEXT = new AtomicReference<>();

    /**
     * Runs once, at a call of {@link Accounts}.
     *
     * @param moment pattern of the moment, such as {@code before change}
     */
    private record Interruption(String moment, Runnable action) {}

    private static void interrupt(String moment) {
        Interruption next = NEXT.get();
        if (next != null && moment.matches(next.moment()) && NEXT.compareAndSet(next, null)) {
            next.action().run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Interrupted {

        private static final AtomicReference<ObjectProvider<StubClock>> CLOCK = new AtomicReference<>();

        @Bean
        static BeanPostProcessor interruptedAccounts(ObjectProvider<StubClock> clock) {
            CLOCK.set(clock);
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof Accounts accounts ? interrupted(accounts) : bean;
                }
            };
        }

        private static Object interrupted(Accounts accounts) {
            return Proxy.newProxyInstance(
                    Accounts.class.getClassLoader(), new Class<?>[] {Accounts.class}, (self, method, given) -> {
                        interrupt("before " + method.getName());
                        try {
                            return method.invoke(accounts, given);
                        } catch (InvocationTargetException rejected) {
                            throw rejected.getCause();
                        } finally {
                            interrupt("after " + method.getName());
                        }
                    });
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(
            "spring.main.sources=" + Interrupted.class.getName(),
            "stub.clock.now=1767225600",
            "stub.clock.frozen=true");

    private final Caller caller = Caller.of(STUB.baseUrl(), ACCOUNT.name());

    @Test
    void changesOfDifferentDurationsAreBothKept() {
        String path = "/accounts/tenant-a";
        NEXT.set(new Interruption("after .*", () -> caller.admin("PUT", path, "{\"lifecycle\":{\"shutdown\":2}}")));

        caller.admin("PUT", path, "{\"lifecycle\":{\"boot\":1}}");

        assertThat(caller.adminGet(path).at("/lifecycle").toString())
                .isEqualTo("{\"boot\":1,\"shutdown\":2,\"image_upload\":30}");
    }

    /** A call that reads all accounts has found the account, but not used it yet. */
    @ParameterizedTest
    @CsvSource({"GET, /faults", "DELETE, /faults", "DELETE, /faults?id=fault-1", "GET, /snapshot"})
    void aDeletedAccountStaysDeleted(String method, String path) {
        caller.get("/balance/info");
        assertThat(isOpen()).isTrue();
        NEXT.set(new Interruption("before .*IfOpen", () -> caller.adminDelete("/accounts/tenant-a")));

        caller.unchecked().admin(method, path, null);

        assertThat(NEXT).hasNullValue();
        assertThat(isOpen()).isFalse();
    }

    @Test
    void theSnapshotOfAnAccountThatIsDeletedMeanwhileIsAConflict() {
        NEXT.set(new Interruption("before exportIfOpen", () -> caller.adminDelete("/accounts/tenant-a")));
        caller.get("/balance/info");

        assertThat(caller.adminGet("/snapshot?account=tenant-a").status()).isEqualTo(409);
    }

    private boolean isOpen() {
        return caller.adminGet("/snapshot").at("/accounts").has(ACCOUNT.name());
    }

    /** The time of an account never goes back, so no request may see the restored account with the old clock. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?account=tenant-a"})
    void theClockIsRestoredBeforeTheAccount(String whole) {
        caller.get("/balance/info");
        String snapshot = caller.adminGet("/snapshot" + whole).text();
        caller.admin("POST", "/clock/advance" + whole, "{\"seconds\":864000}");
        AtomicLong moment = new AtomicLong();
        StubClock clock = Objects.requireNonNull(Interrupted.CLOCK.get()).getObject();
        NEXT.set(new Interruption("before restore.*", () -> moment.set(clock.now(ACCOUNT))));

        assertThat(caller.admin("PUT", "/snapshot" + whole, snapshot).status()).isEqualTo(204);

        assertThat(moment).hasValue(1767225600);
    }
}
