package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.admin.BrokenAdminController;
import io.gpucloud.stub.journal.JournaledRequest;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * A caller always gets a response, and the journal shows it, whatever a filter, a controller or a message converter
 * throws.
 */
class UnexpectedFailuresTest {

    private static final String SYSTEM_EXCEPTION = "{\"code\":-2,\"msg\":\"system exception\"}";

    private static final int LARGER_THAN_THE_BUFFER = 100_000;

    private static final BlockingQueue<JournaledRequest> RECORDED = new LinkedBlockingQueue<>();

    @Configuration(proxyBeanMethods = false)
    @Import({BrokenAdminController.class, BrokenController.class})
    static class Broken {

        @Bean
        FilterRegistrationBean<Filter> brokenFilter() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
                String failure = ((HttpServletRequest) request).getHeader("Broken-Filter");
                if (failure != null) {
                    fail(failure);
                }
                chain.doFilter(request, response);
                String late = ((HttpServletRequest) request).getHeader("Broken-Filter-Afterwards");
                if (late != null) {
                    fail(late);
                }
            });
            registration.setOrder(100);
            return registration;
        }

        @Bean
        Consumer<JournaledRequest> observer() {
            return request -> {
                RECORDED.add(request);
                String failure = request.headers().get("broken-observer");
                if (failure != null) {
                    throw new IllegalStateException(failure);
                }
            };
        }
    }

    @RestController
    static class BrokenController {

        record Unwritable(List<String> none) {
            public String getFirst() {
                return none.get(0);
            }
        }

        @GetMapping("/broken/controller/{failure}")
        String controller(@PathVariable("failure") String failure) throws ServletException, IOException {
            fail(failure);
            return "";
        }

        @GetMapping("/broken/half")
        void half(HttpServletResponse response) throws IOException {
            response.getOutputStream().write(new byte[LARGER_THAN_THE_BUFFER]);
            throw new IllegalStateException("broken on purpose");
        }

        @GetMapping("/broken/length")
        void length(HttpServletResponse response) {
            response.setContentLength(LARGER_THAN_THE_BUFFER);
            throw new IllegalStateException("broken on purpose");
        }

        @GetMapping("/broken/converter")
        Unwritable converter() {
            return new Unwritable(List.of());
        }
    }

    private static void fail(String failure) throws ServletException, IOException {
        switch (failure) {
            case "RuntimeException" -> throw new IllegalStateException("broken on purpose");
            case "ServletException" -> throw new ServletException("broken on purpose");
            case "IOException" -> throw new IOException("broken on purpose");
            case "ErrorResponse" -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
            case "LinkageError" -> throw new NoClassDefFoundError("broken on purpose");
            case "StackOverflowError" -> throw new StackOverflowError("broken on purpose");
            default -> throw new AssertionError("broken on purpose");
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("spring.main.sources=" + Broken.class.getName());

    private final RawCaller caller = new RawCaller(STUB.baseUrl());

    @BeforeEach
    void forgetRequests() {
        RECORDED.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/open/v2/gpu/list, Broken-Filter: RuntimeException",
        "/api/open/v2/gpu/list, Broken-Filter: ServletException",
        "/api/open/v2/gpu/list, Broken-Filter: IOException",
        "/api/open/v2/gpu/list, Broken-Filter: LinkageError",
        "/api/open/v2/gpu/list, Broken-Filter: StackOverflowError",
        "/api/open/v2/gpu/list, Broken-Filter: AssertionError",
        "/api/open/v2/gpu/list, Broken-Filter-Afterwards: RuntimeException",
        "/api/open/v2/gpu/list, Broken-Filter-Afterwards: AssertionError",
        "/broken/controller/RuntimeException, None: 0",
        "/broken/controller/ServletException, None: 0",
        "/broken/controller/IOException, None: 0",
        "/broken/controller/LinkageError, None: 0",
        "/broken/controller/StackOverflowError, None: 0",
        "/broken/controller/AssertionError, None: 0",
        "/broken/converter, None: 0",
        "/broken/length, None: 0",
    })
    void returns500AndRecordsItWhateverIsThrown(String path, String header) throws IOException, InterruptedException {
        String response = caller.ask("GET " + path + " HTTP/1.1", "Authorization: Bearer demo-key", header);

        assertThat(response)
                .startsWith("HTTP/1.1 500 ")
                .contains("Content-Length: " + SYSTEM_EXCEPTION.length() + "\r\n")
                .endsWith("\r\n\r\n" + SYSTEM_EXCEPTION);
        JournaledRequest recorded = RECORDED.take();
        assertThat(recorded.status()).isEqualTo(500);
        assertThat(recorded.code()).isEqualTo(-2);
    }

    /** Tomcat closes the connection itself only after status 500. The public API has no security headers. */
    @ParameterizedTest
    @CsvSource({
        "/api/open/v2/gpu/list, ErrorResponse, 404, ",
        "/api/open/v2/gpu/list, RuntimeException, 500, ",
        "/broken/half, ErrorResponse, 404, nosniff",
        "/broken/half, RuntimeException, 500, nosniff"
    })
    void keepsTheHeadersForABrowser(String path, String failure, int status, @Nullable String contentTypeOptions) {
        Caller.Answer answer = Caller.of(STUB.baseUrl(), null)
                .unchecked()
                .call(
                        "GET",
                        path,
                        null,
                        "Authorization: Bearer demo-key",
                        "Broken-Filter: " + failure,
                        "Sec-Fetch-Site: same-origin");

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Connection")).hasValue("close");
        assertThat(answer.header("X-Content-Type-Options").orElse(null)).isEqualTo(contentTypeOptions);
        assertThat(answer.header("X-Frame-Options").isPresent()).isEqualTo(contentTypeOptions != null);
    }

    @Test
    void returnsAProblemWhenTheResultOfAnAdministrativeCallCannotBeWritten() throws IOException {
        String response = caller.ask("GET /__admin/broken/converter HTTP/1.1");

        String body = response.substring(response.indexOf("\r\n\r\n") + 4);
        assertThat(response).startsWith("HTTP/1.1 500 ").contains("application/problem+json");
        assertThat(body).startsWith("{\"title\":").endsWith("}");
    }

    @Test
    void closesTheConnectionWhenPartOfTheResponseIsOnItsWay() throws IOException {
        String response = caller.ask("GET /broken/half HTTP/1.1");

        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("Transfer-Encoding: chunked")
                .as("the last chunk must be missing")
                .doesNotEndWith("\r\n0\r\n\r\n")
                .doesNotContain("system exception");
    }

    @Test
    void returnsTheResponseWhenAnObserverFails() throws IOException, InterruptedException {
        String response = caller.ask(
                "GET /api/open/v2/gpu/list HTTP/1.1", "Authorization: Bearer demo-key", "Broken-Observer: yes");

        assertThat(response).startsWith("HTTP/1.1 200 ");
        assertThat(RECORDED.take().status()).isEqualTo(200);
    }
}
