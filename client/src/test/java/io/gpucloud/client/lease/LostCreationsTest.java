package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Create requests whose response is lost. Tests against the stub cover the rest. */
// The name that both Feign 13.6 and later versions have.
@SuppressWarnings("deprecation")
class LostCreationsTest {

    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod")
            .maxLifetime(Duration.ofHours(1))
            .gpus("gpu")
            .build();

    private final TestTime time = new TestTime();
    private final Set<String> instances = new ConcurrentSkipListSet<>();

    private Reply reply(ReceivedRequest request, int made) {
        return switch (request.operation()) {
            case "GET /instance/list" -> Reply.data("{\"instance_list\":[" + listed() + "]}");
            case "POST /instance/create_by_pod" -> create(made);
            case "POST /instance/destroy" -> destroy(request);
            default -> Reply.done();
        };
    }

    private String listed() {
        return instances.stream()
                .map("{\"instance_uuid\":\"%s\",\"title\":\"\",\"status\":2,\"gpu_uuid\":\"gpu\"}"::formatted)
                .collect(Collectors.joining(","));
    }

    private Reply create(int made) {
        IntStream.range(0, made).forEach(i -> instances.add("instance-number-%032d".formatted(i)));
        return Reply.reset();
    }

    private Reply destroy(ReceivedRequest request) {
        instances.removeIf(request.body()::contains);
        return Reply.done();
    }

    /** A transport of the user that receives a response and then fails. */
    private static Client failingAfterACreation(Error failure) {
        Client transport = new Client.Default(null, null);
        return new Client() {
            @Override
            public Response execute(Request request, Request.Options options) throws java.io.IOException {
                if (!request.url().contains("create")) {
                    return transport.execute(request, options);
                }
                try (Response lost = transport.execute(request, options)) {
                    throw new AssertionError("unexpected status " + lost.status());
                } catch (java.io.IOException reset) {
                    throw failure;
                }
            }
        };
    }

    static Stream<Error> errors() {
        return Stream.of(new NoSuchMethodError("of another version"), new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void areSearchedAfterAnErrorToo(Error failure) {
        try (FaultServer server = new FaultServer(request -> reply(request, 1));
                GpuCloudClient client = TestClients.builder(server, time)
                        .transport(failingAfterACreation(failure))
                        .build();
                Leases leases =
                        Leases.of(client, LeaseOptions.builder().soleUser(true).build())) {
            assertThat(instances).isEmpty();

            InstanceLease lease = leases.rent(PLAN);

            assertThat(instances).containsExactly(lease.instanceUuid());
        }
        assertThat(instances).isEmpty();
    }

    @Test
    void nameAllCandidatesHoweverManyThereAre() {
        try (FaultServer server = new FaultServer(request -> reply(request, 12));
                GpuCloudClient client = TestClients.connect(server, time);
                Leases leases = Leases.of(client)) {
            CreationOutcomeUnknownException unknown =
                    catchThrowableOfType(CreationOutcomeUnknownException.class, () -> leases.rent(PLAN));

            assertThat(unknown.candidates()).hasSize(12);
            assertThat(unknown).hasMessageContainingAll(instances.toArray(String[]::new));
        }
    }
}
