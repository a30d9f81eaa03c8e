package io.gpucloud.stub.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@ExtendWith(GpuCloudStubExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class GpuCloudStubExtensionTest {

    private static final Set<URI> STUBS = ConcurrentHashMap.newKeySet();
    private static final Set<String> KEYS = ConcurrentHashMap.newKeySet();

    /** Many at once, each of which goes through a year of its own in its own steps. */
    @RepeatedTest(20)
    void letsTestsTravelInTimeWithoutMeeting(StubAccount account, StubClock clock, StubJournal journal) {
        STUBS.add(account.baseUrl());
        assertThat(STUBS).hasSize(1);
        assertThat(KEYS.add(account.apiKey())).isTrue();
        Caller caller = Caller.of(account.baseUrl(), account.apiKey());
        Instant start = Instant.ofEpochSecond(1_000_000L + KEYS.size() * 86_400L);
        clock.freezeAt(start);
        caller.post(
                "/instance/create_by_pod",
                "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}");
        for (int week = 1; week <= 52; week++) {
            clock.advance(Duration.ofDays(7));
            assertThat(clock.now()).isEqualTo(start.plus(Duration.ofDays(7L * week)));
        }
        assertThat(caller.get("/balance/info").at("/data/balance").decimalValue())
                .isZero();
        assertThat(caller.get("/instance/list").at("/data/instance_list").size())
                .isEqualTo(1);
        assertThat(journal.requests())
                .extracting(StubRequest::operation)
                .containsExactly("createInstanceByPod", "getBalance", "listInstances");
    }

    @Test
    void waitsForRequests(StubAccount account, StubJournal journal) {
        Caller caller = Caller.of(account.baseUrl(), account.apiKey());
        Thread later = new Thread(() -> caller.get("/gpu/list"));
        later.start();
        StubRequest request = journal.awaitRequest("listGpus", Duration.ofSeconds(20));
        assertThat(request.method()).isEqualTo("GET");
        assertThat(request.headers()).containsEntry("authorization", "Bearer " + account.apiKey());
    }

    @Test
    void setsCapacity(StubAccount account, StubCapacity capacity, StubClock clock) {
        Caller caller = Caller.of(account.baseUrl(), account.apiKey());
        clock.freeze();
        capacity.stock("gpu-l40s", 0);
        assertThat(caller.get("/gpu/list").at("/data/gpu_list/1/status").intValue())
                .isZero();
        SortedMap<Instant, Integer> changes = new TreeMap<>();
        changes.put(clock.now().plusSeconds(10), 1);
        capacity.schedule("gpu-l40s", 0, changes);
        clock.advance(Duration.ofSeconds(10));
        assertThat(caller.get("/gpu/list").at("/data/gpu_list/1/status").intValue())
                .isEqualTo(1);
        capacity.unlimited("gpu-h100-80g");
        assertThat(caller.get("/gpu/list").at("/data/gpu_list/2/status").intValue())
                .isEqualTo(1);
    }

    @Test
    void keepsTheRequestsOfEachTestThoughOthersAskALot(StubAccount account, StubJournal journal) {
        Caller caller = Caller.of(account.baseUrl(), account.apiKey());
        Caller other = new Caller(caller.origin(), "tenant-busy");
        caller.get("/gpu/list");
        IntStream.range(0, 1_000).parallel().forEach(i -> other.get("/gpu/list"));
        assertThat(journal.requests("listGpus")).hasSize(1);
    }

    @Test
    void givesAFaultAFormThatComesAfterTheEffectWhereThereIsOne() {
        assertThat(StubFault.status(500).afterEffect().of("key").toString())
                .isEqualTo("{\"status\":500,\"effect\":\"respond_after_effect\",\"api_key\":\"key\"}");
        assertThat(StubFault.resetConnection().afterEffect().of("key").toString())
                .isEqualTo("{\"effect\":\"reset_after_effect\",\"api_key\":\"key\"}");
        for (StubFault other :
                List.of(StubFault.html(502), StubFault.refuseDestroy(), StubFault.delay(Duration.ZERO))) {
            assertThatThrownBy(other::afterEffect)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("has no form that comes after the effect");
        }
    }

    /** The fault belongs to this account, so it triggers for requests with its key, although the operation needs none. */
    @Test
    void setsAFaultOfAnOperationThatNeedsNoKey(StubFaults faults) {
        assertThatCode(() -> faults.set(StubFault.status(500).on("listPods"))).doesNotThrowAnyException();
    }

    /** As a constructor asks for, or a method before all tests, where one instance of the class serves all of them. */
    @Test
    void refusesAnAccountThatAllTestsOfAClassWouldShare() throws NoSuchMethodException {
        Parameter asked = GpuCloudStubExtensionTest.class.getDeclaredMethod(
                        "waitsForRequests", StubAccount.class, StubJournal.class)
                .getParameters()[0];
        ParameterContext parameter = answering(ParameterContext.class, asked);
        ExtensionContext ofAClass = answering(ExtensionContext.class, Optional.empty());
        assertThatThrownBy(() -> new GpuCloudStubExtension().resolveParameter(parameter, ofAClass))
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessageStartingWith("An account belongs to one test, and here is none yet.");
    }

    private static <T> T answering(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer));
    }

    /** A stub with settings of its own beside the usual one. */
    static class WithSettings {

        @RegisterExtension
        static final GpuCloudStubExtension STUB = GpuCloudStubExtension.with("stub.lifecycle.boot=0s");

        @Test
        void startsAStubOfItsOwn(StubAccount account) {
            Caller caller = Caller.of(account.baseUrl(), account.apiKey());
            caller.post(
                    "/instance/create_by_pod",
                    "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}");
            assertThat(caller.get("/instance/list")
                            .at("/data/instance_list/0/status")
                            .intValue())
                    .isEqualTo(2);
        }
    }
}
