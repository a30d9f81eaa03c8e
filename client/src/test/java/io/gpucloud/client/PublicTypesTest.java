package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.AccountMonitor;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.TimerNotConfirmedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Public types are readable in logs, and exceptions keep their contents when they are serialized. */
class PublicTypesTest {

    private static final Path CLASSES = Path.of("target", "classes");
    private static final Set<String> OTHERS =
            Set.of("io.gpucloud.client.api", "io.gpucloud.client.micrometer", "io.gpucloud.client.spring");
    private static final Set<Class<?>> SERVICES = Set.of(AccountMonitor.class, CostWatch.class, GpuCloudFeign.class);
    private static final FailureDetails FACTS =
            FailureDetails.of(ApiOperation.CREATE_INSTANCE_BY_POD).answered(500, ResultCode.of(-2), "failed");
    private static final Instance INSTANCE = Instance.builder()
            .instanceUuid("i-1")
            .status(InstanceStatus.RUNNING)
            .title("title")
            .serverUrls(List.of("http://one"))
            .shutdownRegular(ShutdownRegular.builder().enable(true).build())
            .build();

    static Stream<Class<?>> classes() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES.resolve("io/gpucloud/client"))) {
            return files
                    .filter(file -> file.toString().endsWith(".class")
                            && !file.toString().contains("internal")
                            && !file.toString().contains("package-info"))
                    .<Class<?>>map(PublicTypesTest::load)
                    .filter(PublicTypesTest::isPublicWithValues)
                    .toList()
                    .stream();
        }
    }

    private static Class<?> load(Path file) {
        String name =
                CLASSES.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
        try {
            return Class.forName(
                    name.substring(0, name.length() - ".class".length()),
                    false,
                    PublicTypesTest.class.getClassLoader());
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Builders, and types that only Spring, Jackson, Feign or Micrometer calls, are not logged. */
    private static boolean isPublicWithValues(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isInterface()
                && !type.getSimpleName().endsWith("Builder")
                && !type.getSimpleName().endsWith("Deserializer")
                && !OTHERS.contains(type.getPackageName())
                && !SERVICES.contains(type)
                && Stream.of(type.getDeclaredMethods())
                        .anyMatch(method ->
                                Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void describesItself(Class<?> type) throws NoSuchMethodException {
        assertThat(type.getMethod("toString").getDeclaringClass()).isNotEqualTo(Object.class);
    }

    static Stream<Class<?>> throwables() throws IOException {
        return classes().filter(Throwable.class::isAssignableFrom);
    }

    /** Tests of programs throw them. */
    @ParameterizedTest
    @MethodSource("throwables")
    void canBeCreatedByAProgram(Class<?> type) {
        assertThat(Modifier.isAbstract(type.getModifiers()) || type.getConstructors().length > 0)
                .isTrue();
    }

    static Stream<GpuCloudException> exceptions() {
        ShutdownTimerVerification verification = ShutdownTimerVerification.of(Instant.EPOCH, Duration.ZERO, INSTANCE);
        return Stream.of(
                new WaitFailedException("failed", INSTANCE, FACTS, null),
                new WaitTimeoutException("late", INSTANCE, FACTS, null),
                new NoMatchingGpuException("none", Map.of("gpu", "dear"), FACTS, null),
                new InstanceNotDestroyedException("i-1", new ServerException(FACTS)),
                new TimerNotConfirmedException("i-1", verification, null),
                new CreationOutcomeUnknownException("unknown", List.of(INSTANCE), new ServerException(FACTS)));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void keepsItsContentWhenItIsSerialized(GpuCloudException exception) throws Exception {
        Object copy = deserialized(exception);

        assertThat(copy)
                .usingRecursiveComparison()
                .ignoringFields("stackTrace", "cause.stackTrace")
                .isEqualTo(exception);
        if (copy instanceof CreationOutcomeUnknownException unknown) {
            assertThat(unknown.candidates()).containsExactly(INSTANCE);
            assertThat(unknown.candidates().get(0).status()).isSameAs(InstanceStatus.RUNNING);
        }
    }

    static Object deserialized(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}
