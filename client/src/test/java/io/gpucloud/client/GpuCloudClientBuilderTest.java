package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuCloudClientBuilderTest {

    private static final Reply BALANCE = Reply.balance();

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final GpuCloudClient client = TestClients.connect(server);

    @Nested
    class ItsAddress {

        @ParameterizedTest
        @ValueSource(strings = {"ftp://host/api", "host/api", "http:///api", "https://", "mailto:a@b"})
        void isAnHttpUrl(String address) {
            assertThatThrownBy(() -> GpuCloudClient.builder().baseUrl(address))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://user:secret@host/api", "https://host/api?key=secret", "https://host/api#secret"})
        void holdsNoSecret(String address) {
            assertThatThrownBy(() -> GpuCloudClient.builder().baseUrl(address))
                    .hasMessageStartingWith("the base address must have no user, query or fragment: https://")
                    .hasMessageNotContaining("secret");
        }

        @Test
        void mustBeSet() {
            assertThatThrownBy(() -> GpuCloudClient.builder().build()).hasMessage("baseUrl");
        }
    }

    @Nested
    class ItsKey {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://gpu.example",
                    "http://127.0.0.1.example",
                    "http://localhost.example",
                    "HTTP://10.0.0.1"
                })
        void doesNotTravelByPlainHttp(String address) {
            GpuCloudClientBuilder builder =
                    GpuCloudClient.builder().baseUrl(address).apiKey(TestClients.KEY);

            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("unencrypted");
            assertThatCode(() -> builder.allowPlainHttp(true).build().close()).doesNotThrowAnyException();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://gpu.example", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"})
        void travelsByHttpsAndOnThisMachine(String address) {
            assertThatCode(() -> GpuCloudClient.builder()
                            .baseUrl(address)
                            .apiKey(TestClients.KEY)
                            .build()
                            .close())
                    .doesNotThrowAnyException();
        }
    }

    @Nested
    class WithOtherOptions {

        @Test
        void sharesConnections() {
            server.reply(BALANCE);
            client.billing().balance();
            GpuCloudClient other = client.withOptions(RequestOptions.defaults());
            other.billing().balance();
            other.close();
            client.billing().balance();

            assertThat(server.connections()).isEqualTo(1);
        }

        @Test
        void repeatsAsTheySay() {
            RequestOptions once = RequestOptions.builder().maxAttempts(1).build();
            server.reply(Reply.html(503));
            GpuCloudException failure = catchThrowableOfType(
                    GpuCloudException.class,
                    () -> client.withOptions(once).billing().balance());

            assertThat(failure.attempts()).isEqualTo(1);
        }

        @Test
        void rejectsInvalidOptions() {
            RequestOptions options = RequestOptions.defaults();

            assertThatThrownBy(() -> options.toBuilder().deadline(Duration.ZERO).build())
                    .hasMessage("deadline must be positive and not longer than a year");
            assertThatThrownBy(() -> options.toBuilder()
                            .readTimeout(Duration.ofDays(400))
                            .build())
                    .hasMessageStartingWith("readTimeout");
            assertThatThrownBy(() -> options.toBuilder().maxAttempts(0).build())
                    .hasMessage("maxAttempts must be 1 or more");
            assertThatThrownBy(() -> options.toBuilder()
                            .delays(Duration.ofSeconds(2), Duration.ofSeconds(1))
                            .build())
                    .hasMessage("maxDelay must not be less than baseDelay");
            assertThatThrownBy(() -> options.toBuilder()
                            .delays(Duration.ofSeconds(1), ChronoUnit.FOREVER.getDuration())
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("maxDelay must be positive and not longer than a year");
        }
    }
}
