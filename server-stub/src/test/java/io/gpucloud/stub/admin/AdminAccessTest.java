package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.RawCaller;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The callers of {@code /__admin} that are allowed, forged callers, and attempts to bypass the protection. Uses
 * sockets, because HTTP clients do not send a wrong Host header.
 */
class AdminAccessTest {

    private static final String CLOCK = "GET /__admin/clock HTTP/1.1";

    @Nested
    @ExtendWith(GpuCloudStubExtension.class)
    class WithoutAToken {

        private final RawCaller raw;
        private final int port;

        WithoutAToken(StubAccount account) {
            raw = new RawCaller(account.baseUrl());
            port = account.baseUrl().getPort();
        }

        @ParameterizedTest
        @ValueSource(strings = {"Host: localhost", "Host: 127.0.0.1:80", "Host: [::1]:8080", "Host: LOCALHOST"})
        void acceptsCallersOnThisMachine(String host) throws IOException {
            assertThat(raw.ask(CLOCK, host)).startsWith("HTTP/1.1 200");
        }

        @ParameterizedTest
        @ValueSource(strings = {"Host: rebound.example", "Host: 127.0.0.1.example", "Host: localhost.example:8080"})
        void rejectsForeignHostNames(String host) throws IOException {
            assertThat(raw.ask(CLOCK, host)).startsWith("HTTP/1.1 403").contains("the header Host must be localhost");
        }

        @ParameterizedTest
        @ValueSource(strings = {"http://evil.example", "null", "https://localhost.evil.example", "http://localhost:1"})
        void rejectsPagesOfOtherOrigins(String origin) throws IOException {
            assertThat(raw.ask(CLOCK, "Host: localhost:" + port, "Origin: " + origin))
                    .startsWith("HTTP/1.1 403")
                    .contains("pages of other origins are not allowed");
        }

        @Test
        void acceptsPagesOfTheStub() throws IOException {
            String own = "localhost:" + port;
            assertThat(raw.ask(CLOCK, "Host: " + own, "Origin: http://" + own)).startsWith("HTTP/1.1 200");
        }

        /** On port 80 a browser sends no port, neither in Host nor in Origin. */
        @Test
        void acceptsPagesOfAStubOnTheDefaultPort() throws IOException {
            assertThat(raw.ask(CLOCK, "Host: localhost", "Origin: http://localhost"))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw.ask(CLOCK, "Host: localhost:80", "Origin: http://localhost"))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw.ask(CLOCK, "Host: localhost", "Origin: https://localhost"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw.ask(CLOCK, "Host: localhost:8080", "Origin: http://localhost"))
                    .startsWith("HTTP/1.1 403");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "X-Forwarded-For: 127.0.0.1",
                    "X-Forwarded-Host: localhost",
                    "X-Forwarded-Proto: https",
                    "x-forwarded-port: 443",
                    "X-Real-IP: ::1",
                    "CF-Connecting-IP: 203.0.113.9",
                    "True-Client-IP: 203.0.113.9",
                    "X-Client-IP: 203.0.113.9",
                    "X-Cluster-Client-IP: 203.0.113.9",
                    "Fastly-Client-IP: 203.0.113.9",
                    "X-Envoy-External-Address: 203.0.113.9",
                    "X-Original-Forwarded-For: 203.0.113.9",
                    "Forwarded: for=127.0.0.1;host=localhost",
                    "Via: 1.1 proxy"
                })
        void rejectsCallersBehindAProxy(String header) throws IOException {
            assertThat(raw.ask(CLOCK, header))
                    .startsWith("HTTP/1.1 403")
                    .contains("callers behind a proxy are not allowed", "--stub.admin.token=TOKEN");
        }

        @ParameterizedTest
        @CsvSource({"cross-site, 403", "same-site, 403", "same-origin, 200", "none, 200"})
        void acceptsOnlyPagesOfTheStub(String site, int status) throws IOException {
            assertThat(raw.ask(CLOCK, "Sec-Fetch-Site: " + site)).startsWith("HTTP/1.1 " + status);
        }

        @ParameterizedTest
        @ValueSource(strings = {"Origin: http://localhost:%d", "Sec-Fetch-Site: same-origin"})
        void aRepeatedHeaderDoesNotHideAnotherSite(String own) throws IOException {
            String other = own.startsWith("Origin") ? "Origin: https://evil.example" : "Sec-Fetch-Site: cross-site";
            String allowed = own.replace("%d", String.valueOf(port));
            assertThat(raw.ask(CLOCK, allowed)).startsWith("HTTP/1.1 200");
            assertThat(raw.ask(CLOCK, allowed, other)).startsWith("HTTP/1.1 403");
            assertThat(raw.ask(CLOCK, other, allowed)).startsWith("HTTP/1.1 403");
        }

        @Test
        void acceptsLinksToTheConsole() throws IOException {
            assertThat(raw.ask("GET /__admin/console HTTP/1.1", "Sec-Fetch-Site: cross-site"))
                    .startsWith("HTTP/1.1 200");
        }

        @Test
        void rejectsTheConsoleUnderAForeignHostName() throws IOException {
            assertThat(raw.ask("GET /__admin/console HTTP/1.1", "Host: rebound.example"))
                    .startsWith("HTTP/1.1 403");
        }

        /**
         * A form with a text body is the only request that a page of another site can send without a CORS preflight
         * request.
         */
        @ParameterizedTest
        @ValueSource(strings = {"POST /__admin/reset", "POST /__admin/clock/advance", "POST /__admin/faults"})
        void aFormOfAnotherSiteChangesNothing(String call) throws IOException {
            String head = call + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n";
            String body = "Content-Length: 13\r\n\r\n{\"seconds\":9}";
            assertThat(raw.send(head + "Origin: https://evil.example\r\n" + body))
                    .startsWith("HTTP/1.1 403");
            // A browser too old to send an Origin header still cannot send JSON.
            assertThat(raw.send(head + body)).startsWith("HTTP/1.1 415");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/__admin;x/clock",
                    "/__admin/clock;a=b",
                    "/%5f%5fadmin/clock",
                    "/__admin/./clock",
                    "/__admin/console/../clock",
                    "//__admin/clock",
                    "/x/../__admin/clock",
                    "/;x/__admin/clock",
                    "/actuator;x/health",
                    "http://localhost/__admin/clock"
                })
        void rejectsReboundHostNames(String path) throws IOException {
            assertThat(raw.ask("GET " + path + " HTTP/1.1", "Host: rebound.example"))
                    .doesNotStartWith("HTTP/1.1 200")
                    .doesNotContain("\"now\"", "UP");
        }

        @Test
        void allowsNoOtherSiteToRead() throws IOException {
            for (String path : new String[] {"/", "/__admin/clock", "/api/open/v2/pod/list"}) {
                String answer = raw.ask("GET " + path + " HTTP/1.1", "Origin: https://evil.example");
                assertThat(answer).as(path).doesNotContain("Access-Control");
                String preflight = raw.ask(
                        "OPTIONS " + path + " HTTP/1.1",
                        "Origin: https://evil.example",
                        "Access-Control-Request-Method: POST",
                        "Access-Control-Request-Headers: authorization");
                assertThat(preflight).as(path).doesNotContain("Access-Control");
            }
        }
    }

    @Nested
    class WithAToken {

        @AutoClose
        private static final GpuCloudStub STUB = GpuCloudStub.start("stub.admin.token=secret-token-7c1");

        private final RawCaller raw = new RawCaller(STUB.baseUrl());

        @Test
        void acceptsTheTokenWithTheSchemeInAnyCase() throws IOException {
            for (String sent :
                    new String[] {"Bearer secret-token-7c1", "bearer secret-token-7c1", "BEARER  secret-token-7c1"}) {
                assertThat(raw.ask(CLOCK, "Authorization: " + sent)).as(sent).startsWith("HTTP/1.1 200");
            }
            for (String sent : new String[] {
                "Bearer Secret-Token-7c1",
                "Bearer secret-token-7c1 x",
                "Basic secret-token-7c1",
                "secret-token-7c1",
                "Bearer"
            }) {
                assertThat(raw.ask(CLOCK, "Authorization: " + sent))
                        .as(sent)
                        .startsWith("HTTP/1.1 401")
                        .contains("WWW-Authenticate: Bearer");
            }
        }

        @Test
        void requiresTheTokenForEveryPath() throws IOException {
            for (String path : new String[] {
                "/__admin/clock",
                "/__admin;x/clock",
                "/__admin/clock;a=b",
                "/%5f%5fadmin/clock",
                "/__admin/console/../clock",
                "/__admin/console/%2e%2e/clock",
                "/__admin/console;/../clock",
                "/__admin/console/clock",
                "/__admin/console/console.js/../../clock",
                "/__admin/snapshot",
                "/actuator/health",
                "/actuator;x/prometheus"
            }) {
                assertThat(raw.ask("GET " + path + " HTTP/1.1"))
                        .as(path)
                        .doesNotStartWith("HTTP/1.1 200")
                        .doesNotContain("\"now\"", "secret-token-7c1");
            }
            assertThat(raw.ask(CLOCK, "Authorization: Bearer secret-token-7c1", "X-Forwarded-For: 203.0.113.9"))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw.ask(CLOCK, "Authorization: Bearer wrong", "Authorization: Bearer secret-token-7c1"))
                    .startsWith("HTTP/1.1 401")
                    .contains("WWW-Authenticate: Bearer");
        }

        @ParameterizedTest
        @ValueSource(strings = {"/__admin/console", "/__admin/console/console.js", "/__admin/console/console.css"})
        void servesTheConsoleWithoutTheToken(String path) throws IOException {
            assertThat(raw.ask("GET " + path + " HTTP/1.1")).startsWith("HTTP/1.1 200");
        }

        @ParameterizedTest
        @ValueSource(strings = {"gpu-cloud-stub:8080", "host.testcontainers.internal:32768", "203.0.113.9"})
        void hostNamesOfComposeAndTestcontainersWork(String host) throws IOException {
            assertThat(raw.ask(CLOCK, "Host: " + host, "Authorization: Bearer secret-token-7c1"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Nested
    class AfterWrongTokens {

        private static final String RIGHT = "Authorization: Bearer secret-token-7c1";

        @AutoClose
        private final GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=secret-token-7c1");

        private final RawCaller raw = new RawCaller(stub.baseUrl());

        private void guess(int times) throws IOException {
            for (int guess = 0; guess < times; guess++) {
                assertThat(raw.ask(CLOCK, "Authorization: Bearer guess-" + guess))
                        .startsWith("HTTP/1.1 401");
            }
        }

        @Test
        void acceptsTheRightTokenWhileAGuessIsLeft() throws IOException {
            guess(9);
            assertThat(raw.ask(CLOCK, RIGHT)).startsWith("HTTP/1.1 200");
        }

        /** Otherwise the response to a guess would show that it is right. */
        @Test
        void rejectsAnyTokenWith429() throws IOException {
            guess(10);
            for (String sent : new String[] {"Authorization: Bearer guess", RIGHT}) {
                assertThat(raw.ask(CLOCK, sent))
                        .startsWith("HTTP/1.1 429")
                        .containsPattern("Retry-After: [1-6]\r\n")
                        .contains("too many calls from 127.0.0.1 had a wrong token");
            }
        }

        /** A console without a token guesses nothing. */
        @Test
        void doesNotCountCallsWithoutAToken() throws IOException {
            for (int call = 0; call < 20; call++) {
                assertThat(raw.ask(CLOCK)).startsWith("HTTP/1.1 401");
            }
            assertThat(raw.ask(CLOCK, RIGHT)).startsWith("HTTP/1.1 200");
        }
    }

    @Nested
    class InAKubernetesPod {

        /** In Kubernetes, Spring Boot trusts such headers by default. */
        @Test
        void ignoresForwardingHeaders() throws IOException {
            try (GpuCloudStub stub =
                    GpuCloudStub.start("spring.main.cloud-platform=kubernetes", "stub.admin.token=secret-token-7c1")) {
                String answer = new RawCaller(stub.baseUrl())
                        .ask("GET / HTTP/1.1", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Host: evil.example");
                assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("evil.example");
            }
        }
    }

    @Nested
    class FromAnotherMachine {

        @Test
        void rejectsCallersOfOtherMachinesWhateverTheyClaim() throws IOException {
            Optional<InetAddress> own = addressInTheNetwork();
            assumeTrue(own.isPresent(), "this machine has no address but the loopback");
            try (GpuCloudStub stub = GpuCloudStub.start("server.address=0.0.0.0")) {
                URI base = URI.create("http://" + own.orElseThrow().getHostAddress() + ":"
                        + stub.baseUrl().getPort());
                RawCaller raw = new RawCaller(base);
                assertThat(raw.ask("GET /api/open/v2/pod/list HTTP/1.1")).startsWith("HTTP/1.1 200");
                for (String header : new String[] {"X: y", "X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1"}) {
                    assertThat(raw.ask(CLOCK, header))
                            .startsWith("HTTP/1.1 403")
                            .contains(
                                    "only callers on this machine are allowed; start the stub with --stub.admin.token=TOKEN");
                    assertThat(raw.ask("GET /actuator/health HTTP/1.1", header)).startsWith("HTTP/1.1 403");
                }
            }
        }

        private Optional<InetAddress> addressInTheNetwork() throws IOException {
            return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                    .findFirst();
        }
    }
}
