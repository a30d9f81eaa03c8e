package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.Client;
import feign.RequestInterceptor;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.RejectionClassifier;
import io.gpucloud.client.lease.AccountMonitor;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.MarketImageFilter;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.PagingService;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.net.Proxy;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every public method rejects null and blank arguments by their names, before it sends anything. */
class ArgumentChecksTest {

    private static final String ID = "i-1";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final PagingService SERVICE = PagingService.withoutPages().with(ID);
    private static final FaultServer SERVER = new FaultServer(SERVICE::reply);
    private static final GpuCloudClient CLIENT = TestClients.connect(SERVER, new TestTime());
    private static final Leases LEASES = TestClients.leases(CLIENT);
    private static final InstanceLease LEASE = LEASES.adopt(ID, HOUR);

    /** A valid argument for each type of a parameter. */
    private static final Map<Class<?>, Object> VALID = new LinkedHashMap<>();

    static {
        valid(String.class, ID);
        valid(Duration.class, HOUR);
        valid(Instant.class, TestTime.START.plus(HOUR));
        valid(Predicate.class, (Predicate<Object>) any -> true);
        valid(Consumer.class, (Consumer<Object>) any -> {});
        valid(Supplier.class, (Supplier<ApiKey>) () -> ApiKey.of("key"));
        valid(Executor.class, (Executor) Runnable::run);
        valid(BigDecimal.class, BigDecimal.ONE);
        valid(Path.class, Path.of("target"));
        valid(String[].class, new String[] {"gpu"});
        valid(List.class, List.of());
        valid(Class.class, InstancesApi.class);
        valid(int.class, 1);
        valid(double.class, 1.0);
        valid(boolean.class, true);
        valid(Proxy.class, Proxy.NO_PROXY);
        valid(WaitTimer.class, new TestTime());
        valid(WaitOptions.class, WaitOptions.defaults());
        valid(RequestOptions.class, RequestOptions.defaults());
        valid(ShutdownTimeUnit.class, ShutdownTimeUnit.EPOCH_SECONDS);
        valid(CallListener.class, (CallListener) operation -> new CallListener.Call() {});
        valid(RejectionClassifier.class, RejectionClassifier.byText());
        valid(RequestInterceptor.class, (RequestInterceptor) request -> {});
        valid(Client.class, (Client) (request, options) -> {
            throw new IllegalStateException("not called");
        });
        valid(ChargeChannel.class, ChargeChannel.BALANCE);
        valid(BillFilter.class, BillFilter.all());
        valid(MarketImageFilter.class, MarketImageFilter.all());
        valid(Pod.class, Pod.builder().uuid("pod").title("pod").build());
        valid(GpuModel.class, GpuModel.builder().gpuUuid("gpu").gpuName("gpu").build());
        valid(PrivateImage.class, PrivateImage.builder().uuid("image").build());
        valid(MarketImage.class, MarketImage.builder().uuid("image").build());
        valid(InstanceSpec.class, TestClients.POD_SPEC);
        valid(GpuCloudClient.class, CLIENT);
        valid(RentalPlan.class, RentalPlan.ofPod("pod", HOUR));
        valid(LeaseOptions.class, LeaseOptions.builder().withoutJournal().build());
        valid(NoCapacityPolicy.class, NoCapacityPolicy.FAIL_AT_ONCE);
        valid(UnverifiedTimerPolicy.class, UnverifiedTimerPolicy.KEEP);
        valid(CompletableFuture.class, new CompletableFuture<>());
        valid(SweepCriteria.class, SweepCriteria.olderThan(HOUR));
        try {
            valid(SSLContext.class, SSLContext.getDefault());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void valid(Class<?> type, Object argument) {
        VALID.put(type, argument);
    }

    @AfterAll
    static void close() {
        LEASES.close();
        CLIENT.close();
        SERVER.close();
    }

    /** A method of an object, and the parameter that gets an invalid argument. */
    private record Call(Object target, Method method, Parameter parameter) {

        void with(@Nullable Object argument) throws Throwable {
            Object[] arguments = Arrays.stream(method.getParameters())
                    .map(other -> other.equals(parameter) ? argument : valid(other))
                    .toArray();
            try {
                method.invoke(target, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        private Object valid(Parameter other) {
            return Objects.requireNonNull(
                    VALID.get(other.getType()), () -> "add a valid argument of " + other.getType() + " for " + method);
        }

        @Override
        public String toString() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "(" + parameter + ")";
        }
    }

    /** Resources, leases, and what their arguments are made of; each by the public type whose methods are called. */
    private static Stream<Call> calls() {
        return Stream.of(
                        of(GpuCloudClient.class, CLIENT),
                        of(GpuCloudClientBuilder.class, GpuCloudClient.builder()),
                        resources(GpuCloudClient.class, CLIENT),
                        of(Leases.class, LEASES),
                        of(InstanceLease.class, LEASE),
                        of(AccountMonitor.Builder.class, AccountMonitor.builder(CLIENT)),
                        of(CostWatch.class, new CostWatch(CLIENT)),
                        of(RentalPlan.Builder.class, RentalPlan.builder()),
                        of(LeaseOptions.Builder.class, LeaseOptions.builder().withoutJournal()),
                        of(WaitOptions.Builder.class, WaitOptions.builder()),
                        of(RequestOptions.Builder.class, RequestOptions.builder()),
                        of(InstanceSpec.Builder.class, InstanceSpec.builder()),
                        options())
                .flatMap(calls -> calls);
    }

    /** The interfaces of the client that methods without parameters return. */
    private static Stream<Call> resources(Class<?> type, Object client) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getParameterCount() == 0
                        && method.getReturnType().getPackageName().equals("io.gpucloud.client.resource"))
                .flatMap(method -> {
                    try {
                        return of(method.getReturnType(), Objects.requireNonNull(method.invoke(client)));
                    } catch (ReflectiveOperationException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                });
    }

    private static Stream<Call> options() {
        return VALID.entrySet().stream()
                .filter(entry -> entry.getKey().getName().startsWith("io.gpucloud")
                        && (entry.getKey().isRecord() || entry.getValue() instanceof LeaseOptions)
                        && !entry.getKey().getPackageName().endsWith(".model"))
                .flatMap(entry -> of(entry.getKey(), entry.getValue()));
    }

    private static Stream<Call> of(Class<?> type, Object target) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass().getName().startsWith("io.gpucloud"))
                .filter(method -> !method.isSynthetic() && !method.getName().equals("equals"))
                .flatMap(method -> Arrays.stream(method.getParameters())
                        .map(parameter ->
                                new Call(Modifier.isStatic(method.getModifiers()) ? type : target, method, parameter)));
    }

    static Stream<Call> references() {
        return calls().filter(call -> !call.parameter().getType().isPrimitive()
                && !call.parameter().getAnnotatedType().isAnnotationPresent(Nullable.class));
    }

    static Stream<Call> identifiers() {
        return references()
                .filter(call -> call.parameter().getType() == String.class
                        && call.parameter().getName().endsWith("Uuid"));
    }

    @ParameterizedTest
    @MethodSource("references")
    void nameAnArgumentThatIsNull(Call call) {
        int before = SERVER.requests();

        assertThatThrownBy(() -> call.with(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(call.parameter().getName());
        assertThat(SERVER.requests()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void nameAnIdentifierThatIsBlank(Call call) {
        int before = SERVER.requests();

        for (String blank : List.of("", " \t")) {
            assertThatThrownBy(() -> call.with(blank))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(call.parameter().getName() + " must not be blank");
        }
        assertThat(SERVER.requests()).isEqualTo(before);
    }

    @Test
    void coverAllMethods() {
        assertThat(references()
                        .map(call -> call.method().getDeclaringClass().getSimpleName() + "."
                                + call.method().getName()))
                .contains(
                        "Instances.find",
                        "InstanceWaits.waitUntilGoneAsync",
                        "GpuCloudClient.async",
                        "InstanceWaits.waitUntilReachable",
                        "Images.delete",
                        "Pods.list",
                        "Leases.rent",
                        "InstanceLease.awaitReachable",
                        "GpuCloudClientBuilder.proxy")
                .hasSizeGreaterThan(100);
    }
}
