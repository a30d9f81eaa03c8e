package io.gpucloud.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs a Spring test against the stub. Put it on a class with {@code @SpringBootTest} or {@code @SpringJUnitConfig}.
 * Works with Spring Boot 3.5 and later.
 *
 * <p>Each application context has an account of its own. The properties {@code gpu-cloud.base-url} and
 * {@code gpu-cloud.api-key} are set to it. Tests can inject beans of the types {@link StubAccount}, {@link StubClock},
 * {@link StubCapacity}, {@link StubFaults} and {@link StubJournal}. If {@code gpu-cloud-client} is on the class path,
 * there is also a bean of type {@code WaitTimer}, which the auto-configured client uses: a wait moves the clock of the
 * account and takes no real time.
 *
 * <p>Before each test method, what beans of type {@code Leases} have rented is destroyed, and the account is reset, see
 * {@link StubAccount#reset}. The tests of a context share its account. Tests with this annotation therefore never run
 * in parallel with each other: the annotation holds a {@link ResourceLock} of JUnit. If a test fails, its requests and
 * the state of its account are published as the files {@code gpu-cloud-stub-requests.txt} and
 * {@code gpu-cloud-stub-account.json}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(SpringStubExtension.class)
@ResourceLock("io.gpucloud.testing.GpuCloudStubTest")
public @interface GpuCloudStubTest {

    /**
     * Settings of the stub. Tests with other settings use another stub.
     *
     * @return settings such as {@code stub.lifecycle.boot=5s}
     */
    String[] value() default {};
}
