package io.gpucloud.client.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.spring.GpuCloudProperties;
import io.gpucloud.client.spring.test.GpuCloudClientTest;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class SliceTest {

    @AutoClose
    private static final FaultServer SERVER = FaultServer.replying(Reply.balance());

    @Nested
    @GpuCloudClientTest(
            apiKey = "tenant-slice",
            properties = "gpu-cloud.deadline=7s",
            includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Components.Renting.class))
    class WithAnAddressThatIsKnownLate {

        @DynamicPropertySource
        static void address(DynamicPropertyRegistry registry) {
            registry.add("gpu-cloud.base-url", SERVER::url);
        }

        @Test
        void callsIt(@Autowired GpuCloudClient client) {
            client.billing().balance();

            assertThat(SERVER.first().header("authorization")).isEqualTo("Bearer tenant-slice");
        }

        @Test
        void takesProperties(@Autowired GpuCloudProperties properties) {
            assertThat(properties.deadline()).isEqualTo(Duration.ofSeconds(7));
        }

        @Test
        void holdsWhatIsIncludedAndNothingElse(@Autowired ApplicationContext context) {
            assertThat(context.getBeansOfType(Components.Renting.class)).hasSize(1);
            assertThat(context.getBeansOfType(Components.Office.class)).isEmpty();
        }
    }

    @Nested
    @GpuCloudClientTest(url = "http://127.0.0.1:1/api/open/v2")
    class WithAnAddress {

        @Test
        void takesIt(@Autowired GpuCloudProperties properties, @Autowired GpuCloudClient client) {
            assertThat(properties.baseUrl()).isEqualTo("http://127.0.0.1:1/api/open/v2");
            assertThat(client).isNotNull();
        }
    }
}
