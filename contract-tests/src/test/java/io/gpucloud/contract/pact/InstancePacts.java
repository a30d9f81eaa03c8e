package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.ClientCalls.CREATE_BY_IMAGE;
import static io.gpucloud.contract.pact.ClientCalls.CREATE_BY_POD;
import static io.gpucloud.contract.pact.ClientCalls.theInstance;
import static io.gpucloud.contract.pact.GivenState.IMAGE_READY;
import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.GivenState.NO_MONEY;
import static io.gpucloud.contract.pact.GivenState.RUNNING;
import static io.gpucloud.contract.pact.GivenState.SHUT_DOWN;
import static io.gpucloud.contract.pact.GivenState.UPLOADING;
import static io.gpucloud.contract.pact.Interaction.badParameter;
import static io.gpucloud.contract.pact.Interaction.done;
import static io.gpucloud.contract.pact.Interaction.failed;
import static io.gpucloud.contract.pact.Interaction.fails;
import static io.gpucloud.contract.pact.Interaction.succeeds;
import static io.gpucloud.contract.pact.RecordMatchers.INSTANCE_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.MARKET_IMAGE_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.POD_TAG;
import static io.gpucloud.contract.pact.RecordMatchers.POD_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.identifier;
import static io.gpucloud.contract.pact.RecordMatchers.instance;
import static io.gpucloud.contract.pact.RecordMatchers.podInstance;
import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Instances: creation, list and lifecycle. */
final class InstancePacts {

    private static final ClientCall<Instance> CREATE_WITH_TAG = ClientCalls.create(
            ApiOperation.CREATE_INSTANCE_BY_POD,
            body -> identifier(identifier(body, "pod_uuid", "pod_uuid", POD_UUID), "pod_tag", "pod_tag", POD_TAG),
            spec -> spec.podUuid(POD_UUID).podTag(POD_TAG));

    private static final ClientCall<Instance> CREATE_FROM_UNKNOWN_POD = ClientCalls.create(
            ApiOperation.CREATE_INSTANCE_BY_POD,
            body -> body.stringValue("pod_uuid", "no-such-pod"),
            spec -> spec.podUuid("no-such-pod"));

    private static final ClientCall<Instance> CREATE_FROM_MARKET_IMAGE = ClientCalls.create(
            ApiOperation.CREATE_INSTANCE_BY_IMAGE,
            body -> identifier(body, "image_uuid", "market_image_uuid", MARKET_IMAGE_UUID),
            spec -> spec.imageUuid(MARKET_IMAGE_UUID));

    private static final ClientCall<String> CANCEL_TIMER = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> theInstance(body).numberValue("shutdown_time", 0).booleanValue("enable", false),
            client -> client.instances().cancelShutdown(INSTANCE_UUID));

    private static final ClientCall<String> TIMER_IN_THE_PAST = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> theInstance(body)
                    .numberValue("shutdown_time", 1_000_000_000)
                    .booleanValue("enable", true),
            client -> client.instances().scheduleShutdown(INSTANCE_UUID, Instant.ofEpochSecond(1_000_000_000)));

    private static final ClientCall<String> SAVE_NAMED_IMAGE = ClientCall.command(
            ApiOperation.SAVE_INSTANCE_IMAGE,
            body -> theInstance(body).stringValue("image_name", "render-base").stringValue("remark", "with all models"),
            client -> client.instances().saveImage(INSTANCE_UUID, "render-base", "with all models"));

    private static final ClientCall<String> RENAME_UNKNOWN = ClientCall.command(
            ApiOperation.UPDATE_INSTANCE_TITLE,
            body -> body.stringValue("instance_uuid", "no-such-instance").stringValue("title", "inference"),
            client -> client.instances().updateTitle("no-such-instance", "inference"));

    private static final ClientCall<String> DESTROY_UNKNOWN = ClientCall.command(
            ApiOperation.DESTROY_INSTANCE,
            body -> body.stringValue("instance_uuid", "no-such-instance"),
            client -> client.instances().destroy("no-such-instance"));

    /** The client rejects it before sending. Callers of the generated interface get the parameter error. */
    private static final ClientCall<String> DESTROY_BLANK = ClientCall.command(
            ApiOperation.DESTROY_INSTANCE,
            body -> body.stringValue("instance_uuid", ""),
            client -> client.raw(InstancesApi.class).destroyInstance(new InstanceReference("")));

    private InstancePacts() {}

    static Stream<Interaction<?>> all() {
        return Stream.of(creations(), refusedCreations(), lists(), timers(), titles(), images(), arrows())
                .flatMap(List::stream);
    }

    private static List<Interaction<?>> creations() {
        Reply fromPod = Reply.success(data -> podInstance(data, 1));
        Reply fromImage = Reply.success(data -> instance(data, 1));
        return List.of(
                created(CREATE_BY_POD, "an instance of its latest tag", MONEY, fromPod),
                created(CREATE_WITH_TAG, "an instance of the tag asked for", MONEY, fromPod),
                created(CREATE_BY_IMAGE, "from a private image", IMAGE_READY, fromPod),
                created(CREATE_FROM_MARKET_IMAGE, "from a market image", MONEY, fromImage));
    }

    private static Interaction<?> created(ClientCall<Instance> call, String outcome, GivenState given, Reply reply) {
        return succeeds(call, outcome, given, reply, instance -> {
            assertThat(instance.instanceUuid()).isEqualTo(INSTANCE_UUID);
            assertThat(instance.status()).isEqualTo(InstanceStatus.CREATED);
            assertThat(instance.startTime()).isNull();
            assertThat(instance.createTime()).isEqualTo(Instant.ofEpochSecond(RecordMatchers.CREATED_AT));
            assertThat(instance.serverUrls()).isEmpty();
        });
    }

    private static List<Interaction<?>> refusedCreations() {
        GivenState soldOut = GivenState.of("a GPU model is sold out");
        GivenState uploading = GivenState.of("a private image is uploading");
        GivenState failed = GivenState.of("a private image has failed");
        return List.of(
                refused(CREATE_BY_POD, "refused for funds", NO_MONEY),
                refused(CREATE_BY_POD, "refused for capacity", soldOut),
                refused(CREATE_FROM_UNKNOWN_POD, "refused for an unknown pod", MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for funds", NO_MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for capacity", soldOut),
                failed(CREATE_BY_IMAGE, "an image that uploads is not ready", uploading),
                failed(CREATE_BY_IMAGE, "an image whose upload failed is none", failed));
    }

    private static List<Interaction<?>> lists() {
        return List.of(
                listed("no instance", MONEY, data -> data.array("instance_list", RecordMatchers::none), List::isEmpty),
                listedOne("an instance that was created", "an instance is created", o -> podInstance(o, 1), 1),
                listedOne("an instance that runs", "an instance is running", RecordMatchers::runningInstance, 2),
                listedOne("an instance on its way down", "an instance is shutting down", o -> podInstance(o, 21), 21),
                listed(
                        "an instance that is shut down, with no address",
                        SHUT_DOWN,
                        one(instance -> podInstance(instance, 22).array("server_url", RecordMatchers::none)),
                        instances -> instances.get(0).serverUrls().isEmpty()),
                listed(
                        "an instance whose image uploads",
                        UPLOADING,
                        one(instance -> podInstance(instance, 21).numberValue("save_image_status", 1)),
                        instances ->
                                SaveImageStatus.of(1).equals(instances.get(0).saveImageStatus())));
    }

    private static Consumer<LambdaDslObject> one(Consumer<LambdaDslObject> instance) {
        return data -> data.minArrayLike("instance_list", 1, instance);
    }

    private static Interaction<?> listedOne(
            String outcome, String state, Consumer<LambdaDslObject> instance, int status) {
        return listed(
                outcome,
                GivenState.of(state),
                one(instance),
                instances -> instances.get(0).status().value() == status);
    }

    private static Interaction<?> listed(
            String outcome, GivenState given, Consumer<LambdaDslObject> data, Predicate<List<Instance>> expectation) {
        return succeeds(
                ClientCalls.LIST_INSTANCES,
                outcome,
                given,
                Reply.success(data),
                instances -> assertThat(expectation.test(instances)).isTrue());
    }

    private static List<Interaction<?>> timers() {
        return List.of(
                done(ClientCalls.SET_TIMER, "a running instance gets a timer", RUNNING),
                done(CANCEL_TIMER, "a running instance loses its timer", RUNNING),
                failed(ClientCalls.SET_TIMER, "refused unless the instance runs", SHUT_DOWN),
                badParameter(TIMER_IN_THE_PAST, "too early", RUNNING, "shutdown_time"));
    }

    private static List<Interaction<?>> titles() {
        return List.of(
                done(ClientCalls.RENAME, "an instance gets another title", RUNNING),
                refused(RENAME_UNKNOWN, "refused for an unknown instance", MONEY));
    }

    private static List<Interaction<?>> images() {
        return List.of(
                done(ClientCalls.SAVE_IMAGE, "a running instance is saved", RUNNING),
                done(SAVE_NAMED_IMAGE, "a running instance is saved by a name", RUNNING),
                refused(SAVE_NAMED_IMAGE, "refused for a name in use", IMAGE_READY),
                failed(ClientCalls.SAVE_IMAGE, "refused unless the instance runs", SHUT_DOWN));
    }

    private static List<Interaction<?>> arrows() {
        return List.of(
                done(ClientCalls.START, "an instance that is shut down starts", SHUT_DOWN),
                done(ClientCalls.RESTART, "a running instance restarts", RUNNING),
                done(ClientCalls.DESTROY, "a running instance is destroyed", RUNNING),
                failed(ClientCalls.START, "refused when the instance runs", RUNNING),
                failed(ClientCalls.RESTART, "refused when the instance is shut down", SHUT_DOWN),
                failed(ClientCalls.DESTROY, "refused while an image of the instance uploads", UPLOADING),
                failed(DESTROY_UNKNOWN, "refused for an unknown instance", MONEY),
                badParameter(DESTROY_BLANK, "refused for an empty identifier", MONEY, "instance_uuid"));
    }

    /** A violated business rule. */
    private static <R> Interaction<R> refused(ClientCall<R> call, String outcome, GivenState given) {
        return fails(call, outcome, given, Reply.envelope(200, 1), BadRequestException.class, failure -> {
            assertThat(failure.httpStatus()).hasValue(200);
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        });
    }
}
