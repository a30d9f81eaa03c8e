package io.gpucloud.stub.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;

class GpuCloudStubInitializerTest {

    private static GenericApplicationContext context() {
        GenericApplicationContext context = new GenericApplicationContext();
        new GpuCloudStubInitializer().initialize(context);
        context.refresh();
        return context;
    }

    private static String property(GenericApplicationContext context, String name) {
        return Objects.requireNonNull(context.getEnvironment().getProperty(name));
    }

    @Test
    void pointsAnApplicationAtAnAccountOfItsOwn() {
        try (GenericApplicationContext one = context();
                GenericApplicationContext other = context()) {
            String key = property(one, "gpu-cloud.api-key");
            Caller caller = Caller.of(URI.create(property(one, "gpu-cloud.base-url")), key);

            assertThat(caller.get("/balance/info").status()).isEqualTo(200);
            assertThat(property(other, "gpu-cloud.api-key")).isNotEqualTo(key);
        }
    }

    @Test
    void givesWhatSteersThatAccountAsBeans() {
        try (GenericApplicationContext one = context();
                GenericApplicationContext other = context()) {
            Instant moment = Instant.parse("2040-01-01T00:00:00Z");
            one.getBean(StubClock.class).freezeAt(moment);
            one.getBean(StubClock.class).advance(Duration.ofDays(1));

            assertThat(one.getBean(StubClock.class).now()).isEqualTo("2040-01-02T00:00:00Z");
            assertThat(other.getBean(StubClock.class).now()).isBefore(moment);
            assertThat(one.getBean(StubAccount.class).apiKey()).isEqualTo(property(one, "gpu-cloud.api-key"));
            assertThat(one.getBean(StubJournal.class).requests()).isEmpty();
        }
    }
}
