package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class RequestBodyReaderTest {

    private static final int MAX = 100;
    private static final String KEY = "demo-key";

    private long millis = 1_000_000;
    private final RequestBodyReader bodies = new RequestBodyReader(MAX, () -> millis, new IncompleteBodyLimiter(1));

    private static InputStream of(int bytes) {
        return new ByteArrayInputStream(new byte[bytes]);
    }

    /** One byte every nine seconds, without end: the socket never times out. */
    private final InputStream dripping = new InputStream() {
        @Override
        public int read() {
            millis += 9_000;
            return 'x';
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            into[offset] = (byte) read();
            return 1;
        }
    };

    @Test
    void bodiesAreReadUpToTheLimitWithOrWithoutALength() {
        assertThatThrownBy(() -> bodies.read(of(0), MAX + 1, KEY)).hasMessage("the body is too large");
        assertThatThrownBy(() -> bodies.read(of(MAX + 1), -1, KEY)).hasMessage("the body is too large");
    }

    @Test
    void slowBodiesAreAbandonedAfter30Seconds() {
        assertThatThrownBy(() -> bodies.read(dripping, 50, KEY))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.error()).isEqualTo(HttpError.REQUEST_TIMEOUT));
        assertThat(millis).isEqualTo(1_000_000 + 4 * 9_000);
    }
}
