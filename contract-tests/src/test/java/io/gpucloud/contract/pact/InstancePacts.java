package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.RecordMatchers.identifier;
import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Instances: creation, list and lifecycle. */
final class InstancePacts {

    private static final ClientCall<Instance> CREATE_WITH_TAG = ClientCall.post(
            ApiOperation.CREATE_INSTANCE_BY_POD,
            body -> ClientCalls.rented(identifier(
                    identifier(body, "pod_uuid", "pod_uuid", RecordMatchers.POD_UUID),
                    "pod_tag",
                    "pod_tag",
                    RecordMatchers.POD_TAG)),
            client -> client.instances()
                    .create(InstanceSpec.builder()
                            .podUuid(RecordMatchers.POD_UUID)
                            .gpuUuid(RecordMatchers.GPU_UUID)
                            .podTag(RecordMatchers.POD_TAG)
                            .build()));

    private static final ClientCall<Instance> CREATE_FROM_UNKNOWN_POD = ClientCall.post(
            ApiOperation.CREATE_INSTANCE_BY_POD,
            body -> ClientCalls.rented(body.stringValue("pod_uuid", "no-such-pod")),
            client -> client.instances()
                    .create(InstanceSpec.builder()
                            .podUuid("no-such-pod")
                            .gpuUuid(RecordMatchers.GPU_UUID)
                            .build()));

    private static final ClientCall<Instance> CREATE_FROM_MARKET_IMAGE = ClientCall.post(
            ApiOperation.CREATE_INSTANCE_BY_IMAGE,
            body -> ClientCalls.rented(
                    identifier(body, "image_uuid", "market_image_uuid", RecordMatchers.MARKET_IMAGE_UUID)),
            client -> client.instances()
                    .create(InstanceSpec.builder()
                            .imageUuid(RecordMatchers.MARKET_IMAGE_UUID)
                            .gpuUuid(RecordMatchers.GPU_UUID)
                            .build()));

    private static final ClientCall<String> CANCEL_TIMER = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> ClientCalls.theInstance(body)
                    .numberValue("shutdown_time", 0)
                    .booleanValue("enable", false),
            client -> client.instances().cancelShutdown(RecordMatchers.INSTANCE_UUID));

    private static final ClientCall<String> TIMER_IN_THE_PAST = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> ClientCalls.theInstance(body)
                    .numberValue("shutdown_time", 1_000_000_000)
                    .booleanValue("enable", true),
            client -> client.instances()
                    .scheduleShutdown(RecordMatchers.INSTANCE_UUID, Instant.ofEpochSecond(1_000_000_000)));

    private static final ClientCall<String> SAVE_NAMED_IMAGE = ClientCall.command(
            ApiOperation.SAVE_INSTANCE_IMAGE,
            body -> ClientCalls.theInstance(body)
                    .stringValue("image_name", "render-base")
                    .stringValue("remark", "with all models"),
            client -> client.instances().saveImage(RecordMatchers.INSTANCE_UUID, "render-base", "with all models"));

    private static final ClientCall<String> RENAME_UNKNOWN = ClientCall.command(
            ApiOperation.UPDATE_INSTANCE_TITLE,
            body -> body.stringValue("instance_uuid", "no-such-instance").stringValue("title", "inference"),
            client -> client.instances().updateTitle("no-such-instance", "inference"));

    private static final ClientCall<String> DESTROY_UNKNOWN =
            unknown(ApiOperation.DESTROY_INSTANCE, client -> client.instances().destroy("no-such-instance"));

    /** The client rejects it before sending. Callers of the generated interface get the parameter error. */
    private static final ClientCall<String> DESTROY_BLANK = ClientCall.command(
            ApiOperation.DESTROY_INSTANCE,
            body -> body.stringValue("instance_uuid", ""),
            client -> client.raw(InstancesApi.class).destroyInstance(new InstanceReference("")));

    private InstancePacts() {}

    static Stream<Interaction<?>> all() {
        return Stream.of(
                        creations(),
                        refusedCreations(),
                        lists(),
                        timers(),
                        titles(),
                        images(),
                        arrows(),
                        refusedArrows())
                .flatMap(List::stream);
    }

    private static ClientCall<String> unknown(ApiOperation operation, Consumer<GpuCloudClient> program) {
        return ClientCall.command(operation, body -> body.stringValue("instance_uuid", "no-such-instance"), program);
    }

    private static List<Interaction<?>> creations() {
        Reply fromPod = Reply.success(data -> RecordMatchers.podInstance(data, 1));
        Reply fromImage = Reply.success(data -> RecordMatchers.instance(data, 1));
        return List.of(
                Interaction.succeeds(
                        ClientCalls.CREATE_BY_POD,
                        "an instance of its latest tag",
                        GivenState.MONEY,
                        fromPod,
                        InstancePacts::isCreated),
                Interaction.succeeds(
                        CREATE_WITH_TAG,
                        "an instance of the tag asked for",
                        GivenState.MONEY,
                        fromPod,
                        InstancePacts::isCreated),
                Interaction.succeeds(
                        ClientCalls.CREATE_BY_IMAGE,
                        "from a private image",
                        GivenState.IMAGE_READY,
                        fromPod,
                        InstancePacts::isCreated),
                Interaction.succeeds(
                        CREATE_FROM_MARKET_IMAGE,
                        "from a market image",
                        GivenState.MONEY,
                        fromImage,
                        InstancePacts::isCreated));
    }

    private static void isCreated(Instance instance) {
        assertThat(instance.instanceUuid()).isEqualTo(RecordMatchers.INSTANCE_UUID);
        assertThat(instance.status()).isEqualTo(InstanceStatus.CREATED);
        assertThat(instance.startTime()).isNull();
        assertThat(instance.createTime()).isEqualTo(Instant.ofEpochSecond(RecordMatchers.CREATED_AT));
        assertThat(instance.serverUrls()).isEmpty();
    }

    private static List<Interaction<?>> refusedCreations() {
        GivenState soldOut = GivenState.of("a GPU model is sold out");
        return List.of(
                refused(ClientCalls.CREATE_BY_POD, "refused for funds", GivenState.NO_MONEY),
                refused(ClientCalls.CREATE_BY_POD, "refused for capacity", soldOut),
                refused(CREATE_FROM_UNKNOWN_POD, "refused for an unknown pod", GivenState.MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for funds", GivenState.NO_MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for capacity", soldOut),
                failed(
                        ClientCalls.CREATE_BY_IMAGE,
                        "an image that uploads is not ready",
                        GivenState.of("a private image is uploading")),
                failed(
                        ClientCalls.CREATE_BY_IMAGE,
                        "an image whose upload failed is none",
                        GivenState.of("a private image has failed")));
    }

    private static List<Interaction<?>> lists() {
        return List.of(
                listed(
                        "no instance",
                        GivenState.MONEY,
                        data -> data.array("instance_list", RecordMatchers::none),
                        List::isEmpty),
                listedOne(
                        "an instance that was created",
                        "an instance is created",
                        o -> RecordMatchers.podInstance(o, 1),
                        1),
                listedOne("an instance that runs", "an instance is running", RecordMatchers::runningInstance, 2),
                listedOne(
                        "an instance on its way down",
                        "an instance is shutting down",
                        o -> RecordMatchers.podInstance(o, 21),
                        21),
                listed(
                        "an instance that is shut down, with no address",
                        GivenState.SHUT_DOWN,
                        data -> data.minArrayLike(
                                "instance_list",
                                1,
                                instance -> RecordMatchers.podInstance(instance, 22)
                                        .array("server_url", RecordMatchers::none)),
                        instances -> instances.get(0).serverUrls().isEmpty()),
                listed(
                        "an instance whose image uploads",
                        GivenState.UPLOADING,
                        data -> data.minArrayLike(
                                "instance_list",
                                1,
                                instance ->
                                        RecordMatchers.podInstance(instance, 21).numberValue("save_image_status", 1)),
                        instances ->
                                SaveImageStatus.of(1).equals(instances.get(0).saveImageStatus())));
    }

    private static Interaction<?> listedOne(
            String outcome, String state, Consumer<LambdaDslObject> instance, int status) {
        return listed(
                outcome,
                GivenState.of(state),
                data -> data.minArrayLike("instance_list", 1, instance),
                instances -> instances.get(0).status().value() == status);
    }

    private static Interaction<?> listed(
            String outcome, GivenState given, Consumer<LambdaDslObject> data, Predicate<List<Instance>> expectation) {
        return Interaction.succeeds(
                ClientCalls.LIST_INSTANCES,
                outcome,
                given,
                Reply.success(data),
                instances -> assertThat(expectation.test(instances)).isTrue());
    }

    private static List<Interaction<?>> timers() {
        return List.of(
                done(ClientCalls.SET_TIMER, "a running instance gets a timer", GivenState.RUNNING),
                done(CANCEL_TIMER, "a running instance loses its timer", GivenState.RUNNING),
                failed(ClientCalls.SET_TIMER, "refused unless the instance runs", GivenState.SHUT_DOWN),
                badParameter(TIMER_IN_THE_PAST, "too early", GivenState.RUNNING, "shutdown_time"));
    }

    private static List<Interaction<?>> titles() {
        return List.of(
                done(ClientCalls.RENAME, "an instance gets another title", GivenState.RUNNING),
                refused(RENAME_UNKNOWN, "refused for an unknown instance", GivenState.MONEY));
    }

    private static List<Interaction<?>> images() {
        return List.of(
                done(ClientCalls.SAVE_IMAGE, "a running instance is saved", GivenState.RUNNING),
                done(SAVE_NAMED_IMAGE, "a running instance is saved by a name", GivenState.RUNNING),
                refused(SAVE_NAMED_IMAGE, "refused for a name in use", GivenState.IMAGE_READY),
                failed(ClientCalls.SAVE_IMAGE, "refused unless the instance runs", GivenState.SHUT_DOWN));
    }

    private static List<Interaction<?>> arrows() {
        return List.of(
                done(ClientCalls.START, "an instance that is shut down starts", GivenState.SHUT_DOWN),
                done(ClientCalls.RESTART, "a running instance restarts", GivenState.RUNNING),
                done(ClientCalls.DESTROY, "a running instance is destroyed", GivenState.RUNNING));
    }

    private static List<Interaction<?>> refusedArrows() {
        return List.of(
                failed(ClientCalls.START, "refused when the instance runs", GivenState.RUNNING),
                failed(ClientCalls.RESTART, "refused when the instance is shut down", GivenState.SHUT_DOWN),
                failed(ClientCalls.DESTROY, "refused while an image of the instance uploads", GivenState.UPLOADING),
                failed(DESTROY_UNKNOWN, "refused for an unknown instance", GivenState.MONEY),
                badParameter(DESTROY_BLANK, "refused for an empty identifier", GivenState.MONEY, "instance_uuid"));
    }

    private static <R> Interaction<R> done(ClientCall<R> call, String outcome, GivenState given) {
        return Interaction.succeeds(
                call, outcome, given, Reply.success(), done -> assertThat(done).isEqualTo("done"));
    }

    /** A violated business rule. */
    private static <R> Interaction<R> refused(ClientCall<R> call, String outcome, GivenState given) {
        return Interaction.fails(call, outcome, given, Reply.envelope(200, 1), BadRequestException.class, failure -> {
            assertThat(failure.httpStatus()).hasValue(200);
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        });
    }

    /** The record does not exist, or its state does not allow the call. */
    private static <R> Interaction<R> failed(ClientCall<R> call, String outcome, GivenState given) {
        return Interaction.fails(
                call,
                outcome,
                given,
                Reply.envelope(200, -1),
                OperationFailedException.class,
                failure -> assertThat(failure.mayHaveTakenEffect()).isFalse());
    }

    private static <R> Interaction<R> badParameter(ClientCall<R> call, String outcome, GivenState given, String field) {
        return Interaction.fails(
                call,
                outcome,
                given,
                Reply.badParameter(field),
                BadRequestException.class,
                failure -> assertThat(failure.field()).contains(field));
    }
}
