package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.store.LocalSharedStore;
import io.gpucloud.stub.store.SharedStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The shared store is unavailable. This is an expected failure, logged in one line. */
@Isolated("reads the log, which every stub that starts sets up anew")
class UnavailableStoreTest {

    private final GpuCloudStub stub = GpuCloudStub.start(OutOfReach.class);
    private final Caller caller = Caller.of(stub.baseUrl(), "tenant-a").asStranger();
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    /** After the start of the stub, its API keys cannot be read. */
    @Configuration(proxyBeanMethods = false)
    static class OutOfReach extends StandaloneConfiguration {

        @Bean
        @Override
        SharedStore.Source shared() {
            SharedStore.Source here = super.shared();
            return new SharedStore.Source() {
                @Override
                public <V> SharedStore<V> of(String part) {
                    return part.equals("keys") ? new Lost<>() : here.of(part);
                }
            };
        }
    }

    /** Accepts writes and fails on every read. */
    private static final class Lost<V> implements SharedStore<V> {

        private final SharedStore<V> kept = new LocalSharedStore<>();

        @Override
        public @Nullable V get(String name) {
            throw new StateUnavailableException("nobody has the keys", null);
        }

        @Override
        public Map<String, V> all() {
            throw new StateUnavailableException("nobody has the keys", null);
        }

        @Override
        public int size() {
            return kept.size();
        }

        @Override
        public @Nullable V change(String name, Change<V> change) {
            return kept.change(name, change);
        }

        @Override
        public void replaceAll(Map<String, V> replacing) {
            kept.replaceAll(replacing);
        }
    }

    @BeforeEach
    void listen() {
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void stop() {
        root.detachAppender(log);
        stub.close();
    }

    @Test
    void isASystemExceptionOfThePublicApi() {
        Answer answer = caller.get("/gpu/list");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEqualTo("{\"code\":-2,\"msg\":\"system exception\"}");
        assertWarnsOnce("A call failed with HTTP 500 because its state is unavailable: nobody has the keys");
    }

    @Test
    void isASystemExceptionOfTheAdministration() {
        Answer answer = caller.unchecked().admin("POST", "/accounts", "{}");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.at("/detail").asString()).isEqualTo("system exception");
        assertWarnsOnce("A call failed with HTTP 500 because its state is unavailable: nobody has the keys");
    }

    private void assertWarnsOnce(String message) {
        assertThat(log.list).extracting(String::valueOf).containsExactly("[WARN] " + message);
        assertThat(log.list.get(0).getThrowableProxy()).isNull();
    }
}
