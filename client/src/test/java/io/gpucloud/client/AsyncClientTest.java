package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AsyncClientTest {

    private static final String RESOURCES = "io.gpucloud.client.resource";
    private static final PodInstanceSpec SPEC =
            PodInstanceSpec.builder().podUuid("pod").gpuUuid("gpu").build();

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final TestTime time = new TestTime();

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    private GpuCloudAsyncClient connect(FaultServer server) {
        return TestClients.builder(server, time).executor(thread).build().async();
    }

    /** The methods of the blocking client that return operations. */
    static Stream<Method> resources() {
        return Arrays.stream(GpuCloudClient.class.getMethods())
                .filter(method -> method.getReturnType().getPackageName().equals(RESOURCES));
    }

    @ParameterizedTest
    @MethodSource("resources")
    void hasEveryMethodOfTheBlockingClient(Method resource) throws ReflectiveOperationException {
        Class<?> async = GpuCloudAsyncClient.class.getMethod(resource.getName()).getReturnType();
        Set<String> expected = methods(resource.getReturnType())
                .map(method -> signature(method, asynchronous(method.getGenericReturnType())))
                .collect(Collectors.toSet());

        assertThat(async.getSimpleName())
                .isEqualTo("Async" + resource.getReturnType().getSimpleName());
        assertThat(methods(async)
                        .map(method ->
                                signature(method, method.getGenericReturnType().getTypeName())))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    private static String signature(Method method, String returned) {
        return returned + " " + method.getName() + Arrays.toString(method.getGenericParameterTypes());
    }

    private static String asynchronous(Type type) {
        if (type instanceof ParameterizedType listed && listed.getRawType() == Paged.class) {
            return AsyncPaged.class.getName() + "<" + listed.getActualTypeArguments()[0].getTypeName() + ">";
        }
        String boxed = Map.of("void", "java.lang.Void", "boolean", "java.lang.Boolean")
                .getOrDefault(type.getTypeName(), type.getTypeName());
        return CompletableFuture.class.getName() + "<" + boxed + ">";
    }

    @Test
    void returnsTheResultsOfTheBlockingClient() throws Exception {
        try (FaultServer server = FaultServer.replying(
                Reply.balance(),
                Reply.data("{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"t\"}"),
                Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2,\"title\":\"t\"}]}"))) {
            GpuCloudAsyncClient client = connect(server);

            assertThat(client.billing().balance().get().balance()).isEqualByComparingTo("1");
            assertThat(client.instances().createByPod(SPEC).get().instanceUuid())
                    .isEqualTo("i");
            Instance running = client.instances().waitUntilRunning("i").get();
            assertThat(running.status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(client.instances().find("other").get()).isEmpty();
        }
    }

    @Test
    void failsWithTheExceptionsOfTheBlockingClient() {
        try (FaultServer server = FaultServer.replying(Reply.code(1, "insufficient balance"))) {
            CompletableFuture<Instance> created = connect(server).instances().createByPod(SPEC);

            assertThatThrownBy(created::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InsufficientFundsException.class);
        }
    }

    @Test
    void requestsPageAfterPage() throws Exception {
        Reply first = Reply.data(
                "{\"pod_list\":[{\"uuid\":\"a\",\"title\":\"A\"},{\"uuid\":\"b\",\"title\":\"B\"}],\"total\":3}");
        Reply second = Reply.data("{\"pod_list\":[{\"uuid\":\"c\",\"title\":\"C\"}],\"total\":3}");
        try (FaultServer server = FaultServer.replying(first, second, first, second, second)) {
            AsyncPaged<Pod> pods = connect(server).pods().list().withPageSize(2);
            List<String> seen = new ArrayList<>();

            assertThat(pods.toList().get()).extracting(Pod::uuid).containsExactly("a", "b", "c");
            pods.forEach(pod -> seen.add(pod.uuid())).get();
            assertThat(seen).containsExactly("a", "b", "c");
            assertThat(pods.page(2).get().items()).extracting(Pod::uuid).containsExactly("c");
        }
    }

    /** A service that does not respond, and detects that the client closes the connection. */
    private static final class Silence implements Reply {

        private final CountDownLatch received = new CountDownLatch(1);
        private final CompletableFuture<Integer> next = new CompletableFuture<>();

        @Override
        public void writeTo(Socket connection) throws IOException {
            received.countDown();
            next.complete(connection.getInputStream().read());
        }

        void awaitEnd() throws Exception {
            assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
        }
    }

    @Test
    void abortsACallThatIsCancelled() throws Exception {
        Silence silence = new Silence();
        try (FaultServer server = FaultServer.replying(silence)) {
            CompletableFuture<Balance> balance = connect(server).billing().balance();
            silence.received.await();

            assertThat(balance.cancel(true)).isTrue();

            silence.awaitEnd();
            assertThatThrownBy(balance::get).isInstanceOf(CancellationException.class);
            assertThat(thread.submit(() -> Thread.currentThread().isInterrupted())
                            .get())
                    .isFalse();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void abortsACallThatTakesTooLongForItsCaller() throws Exception {
        Silence silence = new Silence();
        try (FaultServer server = FaultServer.replying(silence)) {
            CompletableFuture<Balance> balance = connect(server).billing().balance();
            silence.received.await();
            balance.orTimeout(1, TimeUnit.MILLISECONDS);

            silence.awaitEnd();
            assertThatThrownBy(balance::get).hasCauseInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void cancelsAListingBetweenItsPages() throws Exception {
        Silence silence = new Silence();
        Reply first = Reply.data("{\"pod_list\":[{\"uuid\":\"a\",\"title\":\"A\"}],\"total\":3}");
        try (FaultServer server = FaultServer.replying(first, silence)) {
            CompletableFuture<List<Pod>> pods = connect(server).pods().list().toList();
            silence.received.await();
            pods.cancel(true);

            silence.awaitEnd();
            thread.submit(() -> {}).get();
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    @Test
    void sendsNothingIfItIsCancelledBeforeItStarts() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        try (FaultServer server = FaultServer.replying(Reply.balance());
                GpuCloudClient client =
                        TestClients.builder(server, time).executor(tasks::add).build()) {
            client.async().billing().balance().cancel(true);
            tasks.forEach(Runnable::run);

            assertThat(tasks).hasSize(1);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void failsIfTheExecutorRejectsIt() {
        thread.shutdown();
        try (FaultServer server = FaultServer.replying(Reply.balance())) {
            assertThatThrownBy(connect(server).billing().balance()::get)
                    .hasCauseInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void goesOnIfOnlyADerivedFutureIsCancelled() throws Exception {
        Silence silence = new Silence();
        try (FaultServer server = FaultServer.replying(silence)) {
            CompletableFuture<Balance> balance = connect(server).billing().balance();
            CompletableFuture<Balance> derived = balance.thenApply(same -> same);
            silence.received.await();

            derived.cancel(true);
            assertThat(balance).isNotDone();
            balance.cancel(true);
            silence.awaitEnd();
        }
    }

    @Test
    void runsOnVirtualThreadsWhereThereAreAny() throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        CallListener listener = operation -> {
            name.complete(Thread.currentThread().toString());
            return new CallListener.Call() {};
        };
        try (FaultServer server = FaultServer.replying(Reply.balance());
                GpuCloudClient client =
                        TestClients.builder(server, time).listener(listener).build()) {
            client.async().billing().balance().get();

            assertThat(name.get())
                    .startsWith(Runtime.version().feature() >= 21 ? "VirtualThread" : "Thread[gpu-cloud-async");
        }
    }

    @Test
    void abortsACallOnAVirtualThread() throws Exception {
        Silence silence = new Silence();
        try (FaultServer server = FaultServer.replying(silence);
                GpuCloudClient client = TestClients.connect(server, time)) {
            CompletableFuture<Balance> balance = client.async().billing().balance();
            silence.received.await();
            balance.cancel(true);

            silence.awaitEnd();
        }
    }
}
