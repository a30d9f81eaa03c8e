package io.gpucloud.stub;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.journal.JournaledRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A request is in the journal before its caller receives the first byte of the response. */
class JournalOrderTest {

    /** The sockets of the callers. An observer in the stub reads them to detect bytes that were sent too early. */
    private static final BlockingQueue<Socket> CALLERS = new LinkedBlockingQueue<>();

    private static final BlockingQueue<String> SEEN_BY_CALLER = new LinkedBlockingQueue<>();

    @Configuration(proxyBeanMethods = false)
    static class Watched {

        @Bean
        Consumer<JournaledRequest> looksAtTheCallersEnd() {
            return request -> {
                Socket caller = CALLERS.poll();
                if (caller != null) {
                    SEEN_BY_CALLER.add(seenBy(caller));
                }
            };
        }

        private static String seenBy(Socket caller) {
            try {
                caller.setSoTimeout(1);
                return "byte " + caller.getInputStream().read();
            } catch (SocketTimeoutException expected) {
                return "nothing";
            } catch (IOException broken) {
                return broken.toString();
            }
        }
    }

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("spring.main.sources=" + Watched.class.getName());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /api/open/v2/gpu/list         |
            GET    | /api/open/v2/pod/list?page=x  |
            POST   | /api/open/v2/instance/destroy |
            GET    | /api/open/v2/nowhere          |
            GET    | /api/open/v2/gpu/list         | {"times":1,"status":503}
            GET    | /api/open/v2/gpu/list         | {"times":1,"effect":"html_body"}
            GET    | /api/open/v2/gpu/list         | {"times":1,"effect":"truncate_body"}
            GET    | /api/open/v2/gpu/list         | {"times":1,"effect":"reset_connection"}
            GET    | /api/open/v2/gpu/list         | {"times":1,"effect":"reset_after_effect"}
            GET    | /api/open/v2/gpu/list         | {"times":1,"effect":"lose_response"}
            GET    | /__admin/clock                |
            GET    | /__admin/nowhere              |
            PUT    | /__admin/clock                |
            DELETE | /__admin/accounts/nobody      |
            """)
    void aRequestIsInTheJournalBeforeItsCallerHasTheResponse(String method, String path, @Nullable String fault)
            throws IOException, InterruptedException {
        if (fault != null) {
            assertThat(Caller.of(STUB.baseUrl(), null)
                            .admin("POST", "/faults", fault)
                            .status())
                    .isEqualTo(201);
        }
        try (Socket caller = new Socket(STUB.baseUrl().getHost(), STUB.baseUrl().getPort())) {
            CALLERS.add(caller);
            String request = method + " " + path
                    + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Length: 0\r\n\r\n";
            caller.getOutputStream().write(request.getBytes(US_ASCII));
            assertThat(SEEN_BY_CALLER.take()).isEqualTo("nothing");
        }
    }
}
