package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * A stopping stub waits for requests in its filters, so a response must be sent before its request leaves the last
 * filter.
 */
class GracefulShutdownTest {

    private static final String WAITING = "/__admin/requests";
    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final BlockingQueue<Boolean> SENT = new LinkedBlockingQueue<>();

    @Configuration(proxyBeanMethods = false)
    static class Watched {

        @Bean
        FilterRegistrationBean<Filter> outermost() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
                if (((HttpServletRequest) request).getRequestURI().equals(WAITING)) {
                    ENTERED.countDown();
                }
                chain.doFilter(request, response);
                SENT.add(response.isCommitted());
            });
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return registration;
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("spring.main.sources=" + Watched.class.getName());

    /** Otherwise the stop would take its whole timeout, and the delayed request would get no response. */
    @Test
    void theStopDoesNotWaitForDelaysOfFaults() {
        GpuCloudStub stub = GpuCloudStub.start();
        Caller caller = Caller.of(stub.baseUrl(), "demo-key");
        caller.admin("POST", "/faults", "{\"delay_ms\":60000,\"times\":1}");
        CompletableFuture<Answer> held = CompletableFuture.supplyAsync(() -> caller.get("/gpu/list"));
        // The fault is gone after it was triggered: then the request is in progress.
        while (!caller.adminGet("/faults").at("/faults").isEmpty()) {
            Thread.onSpinWait();
        }
        stub.close();

        assertThat(held.join().status()).isEqualTo(200);
    }

    @Test
    void theStopDoesNotWaitForCallersThatWaitForTheJournal() throws InterruptedException {
        GpuCloudStub stub = GpuCloudStub.start("spring.main.sources=" + Watched.class.getName());
        Caller caller = Caller.of(stub.baseUrl(), "demo-key");
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> caller.call("GET", WAITING + "?count=1000&wait_ms=30000", null));
        ENTERED.await();
        stub.close();

        assertThat(waiting.join().status()).isEqualTo(200);
        assertThat(SENT.take()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /api/open/v2/gpu/list         |
            HEAD | /api/open/v2/gpu/list         |
            GET  | /api/open/v2/pod/list?page=x  |
            POST | /api/open/v2/instance/destroy | {"instance_uuid":"none"}
            PUT  | /__admin/clock                | {"frozen":true}
            PUT  | /__admin/clock                | {"frozen":1}
            GET  | /__admin/nowhere              |
            GET  | /                             |
            """)
    void responsesAreSentBeforeTheStop(String method, String path, @Nullable String body) throws InterruptedException {
        Caller.of(STUB.baseUrl(), "demo-key").unchecked().call(method, path, body, "Content-Type: application/json");

        assertThat(SENT.take()).isTrue();
    }
}
