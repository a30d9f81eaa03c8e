package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses sockets, because HTTP clients do not send a wrong Host header. */
@ExtendWith(GpuCloudStubExtension.class)
class AdminAccessTest {

    private final URI base;

    AdminAccessTest(StubAccount account) {
        base = account.baseUrl();
    }

    private String answer(String... headers) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            String request =
                    "GET /__admin/clock HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: localhost", "Host: 127.0.0.1:80", "Host: [::1]:8080", "Host: LOCALHOST"})
    void isGivenToThisMachineByItsOwnNames(String host) throws IOException {
        assertThat(answer(host)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: rebound.example", "Host: 127.0.0.1.example", "Host: localhost.example:8080"})
    void isRefusedUnderANameOfSomebodyElse(String host) throws IOException {
        assertThat(answer(host)).startsWith("HTTP/1.1 403").contains("the header Host must be localhost");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "https://localhost.evil.example", "http://localhost:1"})
    void isRefusedToPagesOfOtherOrigins(String origin) throws IOException {
        assertThat(answer("Host: localhost:" + base.getPort(), "Origin: " + origin))
                .startsWith("HTTP/1.1 403")
                .contains("pages of other origins are not allowed");
    }

    @Test
    void isGivenToPagesOfTheStubItself() throws IOException {
        String own = "localhost:" + base.getPort();
        assertThat(answer("Host: " + own, "Origin: http://" + own)).startsWith("HTTP/1.1 200");
    }

    /** On port 80 a browser sends no port, neither in Host nor in Origin. */
    @Test
    void isGivenToPagesOfAStubOnTheUsualPort() throws IOException {
        assertThat(answer("Host: localhost", "Origin: http://localhost")).startsWith("HTTP/1.1 200");
        assertThat(answer("Host: localhost:80", "Origin: http://localhost")).startsWith("HTTP/1.1 200");
        assertThat(answer("Host: localhost", "Origin: https://localhost")).startsWith("HTTP/1.1 403");
        assertThat(answer("Host: localhost:8080", "Origin: http://localhost")).startsWith("HTTP/1.1 403");
    }

    @Test
    void isNotGivenToWhoClaimsToBeForwardedFromHere() throws IOException {
        assertThat(answer("Host: rebound.example", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: localhost"))
                .startsWith("HTTP/1.1 403");
    }
}
