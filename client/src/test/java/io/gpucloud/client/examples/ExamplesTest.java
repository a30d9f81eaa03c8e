package io.gpucloud.client.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The examples run, and the README shows the code of the examples. */
class ExamplesTest {

    private static final InstanceSpec SPEC =
            InstanceSpec.builder().podUuid("pod").gpuUuid("gpu").build();
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", Duration.ofHours(1));

    private static AccountService account() {
        return new AccountService(new TestTime()).withPod();
    }

    private static FaultServer start(AccountService account) {
        return new FaultServer(account::reply);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void quickstartRentsAndGivesBack() {
        try (FaultServer service = start(account())) {
            System.setProperty("gpucloud.base-url", service.url());
            System.setProperty("gpucloud.api-key", TestClients.KEY);
            try {
                Quickstart.main(new String[0]);
            } finally {
                System.clearProperty("gpucloud.base-url");
                System.clearProperty("gpucloud.api-key");
            }

            assertThat(service.received())
                    .extracting(ReceivedRequest::operation)
                    .containsExactly(
                            "GET /pod/list",
                            "GET /gpu/list",
                            "POST /instance/create_by_pod",
                            "GET /instance/list",
                            "POST /instance/shutdown_timer",
                            "POST /instance/destroy");
        }
    }

    @Test
    void carefulCreationCreates() {
        try (FaultServer service = start(account());
                GpuCloudClient client = TestClients.connect(service)) {
            assertThat(CarefulCreation.create(client, SPEC)).isPresent();
        }
    }

    @Test
    void carefulCreationListsWhenInDoubtAndOnlyThen() {
        try (FaultServer doubt = FaultServer.replying(Reply.reset(), Reply.data("{\"instance_list\":[]}"));
                FaultServer refusal = FaultServer.replying(Reply.code(1, "insufficient balance"));
                FaultServer denial = FaultServer.replying(Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"))) {
            assertThat(CarefulCreation.create(TestClients.connect(doubt), SPEC)).isEmpty();
            assertThat(CarefulCreation.create(TestClients.connect(refusal), SPEC))
                    .isEmpty();
            assertThatThrownBy(() -> CarefulCreation.create(TestClients.connect(denial), SPEC))
                    .isInstanceOf(PermissionDeniedException.class);

            assertThat(doubt.received())
                    .extracting(ReceivedRequest::operation)
                    .containsExactly("POST /instance/create_by_pod", "GET /instance/list");
            assertThat(refusal.requests()).isEqualTo(1);
        }
    }

    @Test
    void manyAtOnceLeavesNothingBehind() {
        Set<String> used = ConcurrentHashMap.newKeySet();
        try (FaultServer service = start(account());
                GpuCloudClient client = TestClients.connect(service);
                Leases leases = Leases.of(client)) {
            ManyAtOnce.run(leases, PLAN, 5, instance -> used.add(instance.instanceUuid()));

            assertThat(used).hasSize(5);
            assertThat(client.instances().list()).isEmpty();
        }
    }

    @Test
    void manyAtOnceLeavesNothingBehindWhenOneOfThemFails() {
        Set<String> used = ConcurrentHashMap.newKeySet();
        try (FaultServer service = start(account().shuttingDown("instance-3"));
                GpuCloudClient client = TestClients.connect(service);
                Leases leases = Leases.of(client)) {
            assertThatThrownBy(() -> ManyAtOnce.run(leases, PLAN, 5, instance -> used.add(instance.instanceUuid())))
                    .hasCauseInstanceOf(WaitFailedException.class);

            assertThat(used).hasSize(4);
            assertThat(client.instances().list()).isEmpty();
        }
    }

    @Test
    void cheapestForAnHourIsGivenBack() {
        List<Instance> used = new ArrayList<>();
        try (FaultServer service = start(account());
                GpuCloudClient client = TestClients.connect(service);
                Leases leases =
                        Leases.of(client, LeaseOptions.builder().soleUser(true).build())) {
            Pod pod = client.pods().list().iterator().next();

            CheapestForAnHour.run(leases, pod, instance -> true, used::add);

            assertThat(used).extracting(Instance::gpuUuid).containsExactly("gpu");
            assertThat(client.instances().list()).isEmpty();
            assertThat(service.received())
                    .extracting(ReceivedRequest::operation)
                    .containsOnlyOnce("POST /instance/create_by_pod", "POST /instance/shutdown_timer");
        }
    }

    @Test
    void readmeShowsCodeThatIsCompiledAndRun() throws IOException {
        List<String> shown = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(block -> code(block.group(1)))
                .toList();
        List<String> run;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java/io/gpucloud/client"))) {
            run = files.filter(Files::isRegularFile).map(ExamplesTest::source).toList();
        }

        assertThat(shown).isNotEmpty().allSatisfy(block -> assertThat(run).anyMatch(file -> file.contains(block)));
    }

    private static String source(Path file) {
        try {
            return code(Files.readString(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ignores line breaks and indentation. */
    private static String code(String text) {
        return text.replaceAll("\\s+", "");
    }
}
