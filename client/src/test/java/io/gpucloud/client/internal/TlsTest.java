package io.gpucloud.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;

/** TLS connections to a server with a certificate of the test. */
@Isolated("sets the trust store of the JVM and reads the logs of all that runs")
class TlsTest {

    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String PASSWORD = "changeit";
    private static final Reply CREATED = Reply.data("{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"t\"}");

    @TempDir
    static Path folder;

    @AutoClose
    private final CapturedLog log = new CapturedLog(Logger.ROOT_LOGGER_NAME, Level.TRACE);

    @BeforeAll
    static void createCertificate() throws Exception {
        String options = "-genkeypair -alias server -keyalg EC -dname CN=gpu-cloud.invalid -ext san=ip:127.0.0.1"
                + " -storetype PKCS12 -keystore server.p12 -storepass " + PASSWORD;
        List<String> command = new ArrayList<>(List.of(options.split(" ")));
        command.add(
                0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        Process keytool = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
    }

    private SSLContext tls() throws Exception {
        KeyStore keys = stored("server.p12");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        trust(keys.getCertificate("server"));
        return tls;
    }

    private void trust(Certificate certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate);
        Path file = folder.resolve("trusted.p12");
        try (OutputStream stored = Files.newOutputStream(file)) {
            trusted.store(stored, PASSWORD.toCharArray());
        }
        System.setProperty(TRUST_STORE, file.toString());
        System.setProperty(TRUST_STORE + "Password", PASSWORD);
    }

    @AfterEach
    void trustAsBefore() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE + "Password");
    }

    private static void create(GpuCloudClient client) {
        client.instances().create(TestClients.POD_SPEC);
    }

    @Test
    void keepsTheConnectionAndTheKeyOutOfLogs() throws Exception {
        try (FaultServer server = FaultServer.secured(tls(), CREATED);
                GpuCloudClient client = TestClients.connect(server)) {
            for (int i = 0; i < 20; i++) {
                create(client);
            }

            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.first().header("authorization")).isEqualTo("Bearer " + TestClients.KEY);
        }
        assertThat(log.messages()).isNotEmpty().noneMatch(text -> text.contains(TestClients.KEY));
    }

    @Test
    void usesTheSslContextOfTheBuilder() throws Exception {
        SSLContext server = tls();
        System.clearProperty(TRUST_STORE);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(stored("trusted.p12"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        try (FaultServer service = FaultServer.secured(server, CREATED);
                GpuCloudClient client = TestClients.builder(service, new TestTime())
                        .sslContext(context)
                        .build()) {
            create(client);

            assertThat(service.requests()).isEqualTo(1);
        }
    }

    /** The JDK gives such a trust manager the name of the host, and does not compare it itself. */
    @Test
    void comparesTheNameOfTheHostAlsoIfTheTrustManagerTrustsEverything() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsEverything()}, null);
        try (FaultServer service = FaultServer.secured(tls(), CREATED);
                GpuCloudClient client = TestClients.builder(service, new TestTime())
                        .baseUrl(service.url().replace("127.0.0.1", "localhost"))
                        .sslContext(context)
                        .build()) {
            assertThatThrownBy(() -> create(client))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("no TLS connection: Certificate for <localhost> doesn't match");
            assertThat(service.requests()).isZero();
        }
    }

    @Test
    void saysWhyACertificateIsNotTrusted() throws Exception {
        SSLContext server = tls();
        System.clearProperty(TRUST_STORE);
        try (FaultServer service = FaultServer.secured(server, CREATED);
                GpuCloudClient client = TestClients.connect(service)) {
            assertThatThrownBy(() -> create(client))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining(
                            "no TLS connection: unable to find valid certification path to requested target (")
                    .hasMessageNotContaining("Exception");
        }
    }

    private static KeyStore stored(String file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream stored = Files.newInputStream(folder.resolve(file))) {
            keys.load(stored, PASSWORD.toCharArray());
        }
        return keys;
    }

    @Test
    void opensAnotherConnectionWhenTheServerHasClosedOne() throws Exception {
        SynchronousQueue<Boolean> close = new SynchronousQueue<>();
        SynchronousQueue<Boolean> closed = new SynchronousQueue<>();
        Reply createdThenClosed = connection -> {
            CREATED.writeTo(connection);
            close.take();
            connection.close();
            closed.put(true);
        };
        try (FaultServer server = FaultServer.secured(tls(), createdThenClosed);
                GpuCloudClient client = TestClients.connect(server)) {
            for (int i = 0; i < 20; i++) {
                create(client);
                close.put(true);
                closed.take();
            }

            assertThat(server.requests()).isEqualTo(20);
            assertThat(server.connections()).isEqualTo(20);
        }
    }

    private static final class TrustsEverything extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
