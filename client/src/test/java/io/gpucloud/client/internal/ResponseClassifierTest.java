package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.internal.ResponseClassifier.Retry;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The failed connections after which the client tries again. Tests of calls cover the classification of responses. */
class ResponseClassifierTest {

    private static Retry retry(Exception cause) {
        return ResponseClassifier.classify(new ExchangeException("no connection", false, cause))
                .retry();
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
                new SSLHandshakeException("Remote host terminated the handshake"),
                new SSLHandshakeException("Received fatal alert: internal_error"),
                new IOException("something else"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void allowsAnotherAttemptAfterAHandshakeThatBrokeOff(Exception cause) {
        assertThat(retry(cause)).isEqualTo(Retry.ALWAYS);
    }

    static Stream<Exception> misconfigured() {
        return Stream.of(
                handshake(new CertificateException("no name matches")),
                handshake(new CertificateExpiredException("yesterday")),
                handshake(new IllegalStateException(new CertPathBuilderException("no path"))),
                handshake(new CertPathValidatorException("revoked")),
                new IOException(new CertificateException("no name matches")),
                new SSLPeerUnverifiedException("another host"),
                new SSLHandshakeException("Received fatal alert: protocol_version"),
                new SSLHandshakeException(
                        "No appropriate protocol (protocol is disabled or cipher suites are" + " inappropriate)"),
                new SSLException("Unsupported or unrecognized SSL message"));
    }

    @ParameterizedTest
    @MethodSource("misconfigured")
    void allowsNoOtherAttemptAfterAHandshakeThatCannotSucceed(Exception cause) {
        assertThat(retry(cause)).isEqualTo(Retry.NEVER);
    }

    @Test
    void allowsOneMoreAttemptForAnUnknownHost() {
        assertThat(retry(new UnknownHostException("no-such-host.invalid"))).isEqualTo(Retry.ONCE);
    }
}
