package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.ClientCalls.CREATE_BY_IMAGE;
import static io.gpucloud.contract.pact.ClientCalls.CREATE_BY_POD;
import static io.gpucloud.contract.pact.ClientCalls.theInstance;
import static io.gpucloud.contract.pact.GivenState.IMAGE_FAILED;
import static io.gpucloud.contract.pact.GivenState.IMAGE_READY;
import static io.gpucloud.contract.pact.GivenState.IMAGE_UPLOADING;
import static io.gpucloud.contract.pact.GivenState.INSTANCE_UPLOADING;
import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.GivenState.NO_MONEY;
import static io.gpucloud.contract.pact.GivenState.RUNNING;
import static io.gpucloud.contract.pact.GivenState.SHUT_DOWN;
import static io.gpucloud.contract.pact.GivenState.SOLD_OUT;
import static io.gpucloud.contract.pact.Interaction.done;
import static io.gpucloud.contract.pact.Interaction.failed;
import static io.gpucloud.contract.pact.Interaction.fails;
import static io.gpucloud.contract.pact.Interaction.listsNothing;
import static io.gpucloud.contract.pact.Interaction.refused;
import static io.gpucloud.contract.pact.Interaction.succeeds;
import static io.gpucloud.contract.pact.RecordMatchers.INSTANCE_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.MARKET_IMAGE_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.POD_TAG;
import static io.gpucloud.contract.pact.RecordMatchers.POD_UUID;
import static io.gpucloud.contract.pact.RecordMatchers.identifier;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.Instances;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Instances: creation, list and lifecycle. */
final class InstancePacts {

    private static final String UNKNOWN = "no-such-instance";

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

    private static final ClientCall<String> CANCEL_TIMER_OF_UNKNOWN = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> body.stringValue("instance_uuid", UNKNOWN)
                    .numberValue("shutdown_time", 0)
                    .booleanValue("enable", false),
            client -> client.instances().cancelShutdown(UNKNOWN));

    private static final ClientCall<String> RENAME_UNKNOWN = ClientCall.command(
            ApiOperation.UPDATE_INSTANCE_TITLE,
            body -> body.stringValue("instance_uuid", UNKNOWN).stringValue("title", "inference"),
            client -> client.instances().updateTitle(UNKNOWN, "inference"));

    private static final ClientCall<Instance> CREATE_FROM_UNKNOWN_IMAGE = ClientCalls.create(
            ApiOperation.CREATE_INSTANCE_BY_IMAGE,
            body -> body.stringValue("image_uuid", "no-such-image"),
            spec -> spec.imageUuid("no-such-image"));

    private InstancePacts() {}

    static Stream<Interaction<?>> all() {
        return Stream.of(creations(), refusedCreations(), lists(), commands(), refusedCommands(), unknownInstances())
                .flatMap(List::stream);
    }

    private static List<Interaction<?>> creations() {
        return List.of(
                created(CREATE_BY_POD, "an instance of its latest tag", MONEY),
                created(CREATE_WITH_TAG, "an instance of the tag asked for", MONEY),
                created(CREATE_BY_IMAGE, "from a private image", IMAGE_READY),
                created(CREATE_FROM_MARKET_IMAGE, "from a market image", MONEY));
    }

    private static Interaction<?> created(ClientCall<Instance> call, String outcome, GivenState given) {
        Reply reply = Reply.success(data -> RecordMatchers.instance(data).integerType("status", 1));
        return succeeds(
                call,
                outcome,
                given,
                reply,
                instance -> assertThat(instance.instanceUuid()).isEqualTo(INSTANCE_UUID));
    }

    private static List<Interaction<?>> refusedCreations() {
        return List.of(
                refused(CREATE_BY_POD, "refused for funds", NO_MONEY),
                refused(CREATE_BY_POD, "refused for capacity", SOLD_OUT),
                refused(CREATE_FROM_UNKNOWN_POD, "refused for an unknown pod", MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for funds", NO_MONEY),
                refused(CREATE_FROM_MARKET_IMAGE, "refused for capacity", SOLD_OUT),
                refused(CREATE_FROM_UNKNOWN_IMAGE, "refused for an unknown image", MONEY),
                refused(CREATE_BY_IMAGE, "an image that uploads is not ready", IMAGE_UPLOADING),
                refused(CREATE_BY_IMAGE, "an image whose upload failed is none", IMAGE_FAILED));
    }

    private static List<Interaction<?>> lists() {
        return List.of(
                listsNothing(ClientCalls.LIST_INSTANCES, "no instance", MONEY, "instance_list"),
                listed("an instance that was created", GivenState.of("an instance is created"), 1),
                listed("an instance that runs", RUNNING, 2),
                listed("an instance on its way down", GivenState.of("an instance is shutting down"), 21),
                listed("an instance that is shut down", SHUT_DOWN, 22));
    }

    /** The list may contain other instances. */
    private static Interaction<?> listed(String outcome, GivenState given, int status) {
        Reply reply = Reply.success(data -> data.arrayContaining(
                "instance_list",
                list -> list.object(
                        instance -> RecordMatchers.instance(instance).numberValue("status", status))));
        return succeeds(
                ClientCalls.LIST_INSTANCES,
                outcome,
                given,
                reply,
                instances -> assertThat(instances.get(0).status().value()).isEqualTo(status));
    }

    private static List<Interaction<?>> commands() {
        return List.of(
                done(ClientCalls.SET_TIMER, "a running instance gets a timer", RUNNING),
                done(CANCEL_TIMER, "a running instance loses its timer", RUNNING),
                done(ClientCalls.RENAME, "an instance gets another title", RUNNING),
                done(ClientCalls.SAVE_IMAGE, "a running instance is saved", RUNNING),
                done(SAVE_NAMED_IMAGE, "a running instance is saved by a name", RUNNING),
                done(ClientCalls.START, "an instance that is shut down starts", SHUT_DOWN),
                done(ClientCalls.RESTART, "a running instance restarts", RUNNING),
                done(ClientCalls.DESTROY, "a running instance is destroyed", RUNNING));
    }

    private static List<Interaction<?>> refusedCommands() {
        return List.of(
                failed(ClientCalls.SET_TIMER, "refused unless the instance runs", SHUT_DOWN),
                fails(
                        TIMER_IN_THE_PAST,
                        "too early",
                        RUNNING,
                        Reply.error(400, 400),
                        BadRequestException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isFalse()),
                refused(SAVE_NAMED_IMAGE, "refused for a name in use", IMAGE_READY),
                failed(ClientCalls.SAVE_IMAGE, "refused unless the instance runs", SHUT_DOWN),
                refused(ClientCalls.START, "refused when the instance runs", RUNNING),
                refused(ClientCalls.RESTART, "refused when the instance is shut down", SHUT_DOWN),
                failed(ClientCalls.DESTROY, "refused while an image of the instance uploads", INSTANCE_UPLOADING));
    }

    private static List<Interaction<?>> unknownInstances() {
        String outcome = "refused for an unknown instance";
        return List.of(
                failed(CANCEL_TIMER_OF_UNKNOWN, outcome, MONEY),
                fails(
                        RENAME_UNKNOWN,
                        outcome,
                        MONEY,
                        Reply.failure(1),
                        BadRequestException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isFalse()),
                failed(unknown(ApiOperation.SAVE_INSTANCE_IMAGE, Instances::saveImage), outcome, MONEY),
                failed(unknown(ApiOperation.DESTROY_INSTANCE, Instances::destroy), outcome, MONEY),
                refused(unknown(ApiOperation.START_INSTANCE, Instances::start), outcome, MONEY),
                refused(unknown(ApiOperation.RESTART_INSTANCE, Instances::restart), outcome, MONEY));
    }

    private static ClientCall<String> unknown(ApiOperation operation, BiConsumer<Instances, String> program) {
        return ClientCall.command(
                operation,
                body -> body.stringValue("instance_uuid", UNKNOWN),
                client -> program.accept(client.instances(), UNKNOWN));
    }
}
