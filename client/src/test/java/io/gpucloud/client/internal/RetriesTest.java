package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.TestClients;
import java.io.EOFException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which handshakes are worth another one; other retries are told by tests of calls. */
class RetriesTest {

    private final Retries retries = new Retries(RetryPolicy.defaults(), TestClients.HIGHEST);

    private @Nullable Duration pauseAfter(Exception cause) {
        CallFailure unsent = CallFailure.of(ApiOperation.CREATE_INSTANCE_BY_POD);
        return retries.pauseAfter(new TransportException("no connection", unsent, false, cause), Duration.ofMinutes(1));
    }

    private static SSLException handshake(Throwable cause) {
        SSLException failure = new SSLHandshakeException("no handshake");
        failure.initCause(cause);
        return failure;
    }

    static Stream<Exception> broken() {
        return Stream.of(
                handshake(new EOFException("SSL peer shut down incorrectly")),
                new SSLException("Connection reset", new SocketException("Connection reset")),
                new SSLHandshakeException("Remote host terminated the handshake"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void goOnAfterAHandshakeThatBrokeOff(Exception cause) {
        assertThat(pauseAfter(cause)).isNotNull();
    }

    static Stream<Exception> untrusted() {
        return Stream.of(
                handshake(new CertificateException("no name matches")),
                handshake(new CertificateExpiredException("yesterday")),
                handshake(new IllegalStateException(new CertPathBuilderException("no path"))),
                handshake(new CertPathValidatorException("revoked")),
                new SSLPeerUnverifiedException("another host"));
    }

    @ParameterizedTest
    @MethodSource("untrusted")
    void endAtOnceWithACertificateThatIsNotTrusted(Exception cause) {
        assertThat(pauseAfter(cause)).isNull();
    }
}
