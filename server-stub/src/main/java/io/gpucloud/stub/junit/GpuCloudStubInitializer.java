package io.gpucloud.stub.junit;

import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Points a Spring application under test at a stub: {@code @ContextConfiguration(initializers =
 * GpuCloudStubInitializer.class)}. Sets {@code gpu-cloud.base-url} and {@code gpu-cloud.api-key} to an account that no other
 * application context has. To steer that account, beans of the types {@link StubAccount}, {@link StubClock},
 * {@link StubCapacity}, {@link StubFaults} and {@link StubJournal} can be injected into tests.
 */
public final class GpuCloudStubInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** Made by Spring. */
    public GpuCloudStubInitializer() {}

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        StubAccount account = SharedStub.with(List.of()).newAccount();
        Map<String, Object> properties = Map.of(
                "gpu-cloud.base-url", account.baseUrl().toString(),
                "gpu-cloud.api-key", account.apiKey());
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("gpu-cloud-stub", properties));
        GpuCloudStubExtension.PARAMETERS.forEach(
                (type, make) -> context.getBeanFactory().registerSingleton(type.getName(), make.apply(account)));
    }
}
