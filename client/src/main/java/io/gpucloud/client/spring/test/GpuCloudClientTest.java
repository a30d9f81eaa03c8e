package io.gpucloud.client.spring.test;

import io.gpucloud.client.spring.GpuCloudAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test with a client and nothing else of the application: neither its components, unless they are included, nor other
 * auto-configurations. The client talks to {@link #url()}, where a server stub may listen; for an address that is known
 * only when the test runs, set {@code gpu-cloud.base-url} by {@code @DynamicPropertySource}, or give a bean of type
 * {@code GpuCloudConnectionDetails}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(GpuCloudClientTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(GpuCloudClientTypeExcludeFilter.class)
@ImportAutoConfiguration(GpuCloudAutoConfiguration.class)
public @interface GpuCloudClientTest {

    /** {@return the address of the service with {@code /api/open/v2}; the properties have it if this is empty} */
    @PropertyMapping(value = "gpu-cloud.base-url", skip = PropertyMapping.Skip.ON_DEFAULT_VALUE)
    String url() default "";

    /** {@return the API key, in tests that of a stub; the properties have it if this is empty} */
    @PropertyMapping(value = "gpu-cloud.api-key", skip = PropertyMapping.Skip.ON_DEFAULT_VALUE)
    String apiKey() default "";

    /** {@return further properties of the test, as {@code name=value}} */
    String[] properties() default {};

    /** {@return whether all components of the application are left out that no filter includes} */
    boolean useDefaultFilters() default true;

    /** {@return which components of the application are part of the test} */
    Filter[] includeFilters() default {};

    /** {@return which components of the application are left out in any case} */
    Filter[] excludeFilters() default {};
}
