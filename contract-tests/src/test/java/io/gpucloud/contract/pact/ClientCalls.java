package io.gpucloud.contract.pact;

import static au.com.dius.pact.consumer.dsl.Matchers.fromProviderState;
import static io.gpucloud.contract.pact.RecordMatchers.identifier;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.model.Recharge;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** One ordinary call of every operation. */
final class ClientCalls {

    static final ClientCall<Instance> CREATE_BY_POD = create(
            ApiOperation.CREATE_INSTANCE_BY_POD,
            body -> identifier(body, "pod_uuid", "pod_uuid", RecordMatchers.POD_UUID),
            spec -> spec.podUuid(RecordMatchers.POD_UUID));

    static final ClientCall<Instance> CREATE_BY_IMAGE = create(
            ApiOperation.CREATE_INSTANCE_BY_IMAGE,
            body -> identifier(body, "image_uuid", "image_uuid", RecordMatchers.IMAGE_UUID),
            spec -> spec.imageUuid(RecordMatchers.IMAGE_UUID));

    static final ClientCall<List<Instance>> LIST_INSTANCES = ClientCall.get(
            ApiOperation.LIST_INSTANCES, client -> client.instances().list());

    static final ClientCall<String> SET_TIMER = ClientCall.command(
            ApiOperation.SET_SHUTDOWN_TIMER,
            body -> theInstance(body)
                    .valueFromProviderState("shutdown_time", "${shutdown_time}", RecordMatchers.SHUTDOWN_AT)
                    .booleanValue("enable", true),
            client -> client.instances()
                    .scheduleShutdown(RecordMatchers.INSTANCE_UUID, Instant.ofEpochSecond(RecordMatchers.SHUTDOWN_AT)));

    static final ClientCall<String> RENAME = ClientCall.command(
            ApiOperation.UPDATE_INSTANCE_TITLE,
            body -> theInstance(body).stringValue("title", "inference"),
            client -> client.instances().updateTitle(RecordMatchers.INSTANCE_UUID, "inference"));

    static final ClientCall<String> SAVE_IMAGE = ClientCall.command(
            ApiOperation.SAVE_INSTANCE_IMAGE,
            ClientCalls::theInstance,
            client -> client.instances().saveImage(RecordMatchers.INSTANCE_UUID));

    static final ClientCall<String> DESTROY = ClientCall.command(
            ApiOperation.DESTROY_INSTANCE,
            ClientCalls::theInstance,
            client -> client.instances().destroy(RecordMatchers.INSTANCE_UUID));

    static final ClientCall<String> START = ClientCall.command(
            ApiOperation.START_INSTANCE,
            ClientCalls::theInstance,
            client -> client.instances().start(RecordMatchers.INSTANCE_UUID));

    static final ClientCall<String> RESTART = ClientCall.command(
            ApiOperation.RESTART_INSTANCE,
            ClientCalls::theInstance,
            client -> client.instances().restart(RecordMatchers.INSTANCE_UUID));

    static final ClientCall<List<MarketImage>> MARKET_IMAGES = ClientCall.page(
            ApiOperation.LIST_MARKET_IMAGES, 1, 2, client -> client.images().market());

    static final ClientCall<List<PrivateImage>> PRIVATE_IMAGES = ClientCall.get(
            ApiOperation.LIST_PRIVATE_IMAGES, client -> client.images().privateImages());

    static final ClientCall<String> DELETE_IMAGE = ClientCall.command(
            ApiOperation.DELETE_PRIVATE_IMAGE,
            body -> identifier(body, "image_uuid", "image_uuid", RecordMatchers.IMAGE_UUID),
            client -> client.images().delete(RecordMatchers.IMAGE_UUID));

    static final ClientCall<List<Pod>> PODS = ClientCall.page(
            ApiOperation.LIST_PODS, 1, 2, client -> client.pods().list());

    static final ClientCall<List<GpuModel>> GPUS =
            ClientCall.get(ApiOperation.LIST_GPUS, client -> client.gpus().list());

    static final ClientCall<Balance> BALANCE =
            ClientCall.get(ApiOperation.GET_BALANCE, client -> client.billing().balance());

    static final ClientCall<List<Card>> CARDS = ClientCall.page(
            ApiOperation.LIST_CARDS, 1, 20, client -> client.billing().cards());

    static final ClientCall<List<Bill>> BILLS = ClientCall.page(
            ApiOperation.LIST_BILLS, 2, 2, client -> client.billing().bills());

    static final ClientCall<List<Bill>> BILLS_OF_CARDS = ClientCall.page(
                    ApiOperation.LIST_BILLS,
                    1,
                    20,
                    client -> client.billing().bills(BillFilter.all().withChannel(ChargeChannel.COMPUTE_CARD)))
            .withQuery("charge_channel", "2");

    static final ClientCall<List<Bill>> ONE_BILL = ClientCall.page(
                    ApiOperation.LIST_BILLS,
                    1,
                    20,
                    client -> client.billing().bills(BillFilter.all().withOrderNumber(RecordMatchers.ORDER_NUMBER)))
            .withQuery("order_number", fromProviderState("${order_number}", RecordMatchers.ORDER_NUMBER));

    static final ClientCall<List<Recharge>> RECHARGES = ClientCall.page(
            ApiOperation.LIST_RECHARGES, 2, 2, client -> client.billing().recharges());

    static final ClientCall<List<Recharge>> ONE_RECHARGE = ClientCall.page(
                    ApiOperation.LIST_RECHARGES,
                    1,
                    20,
                    client -> client.billing().recharges(RecordMatchers.TRADE_NUMBER))
            .withQuery("trade_number", fromProviderState("${trade_number}", RecordMatchers.TRADE_NUMBER));

    static final List<ClientCall<?>> OF_EVERY_OPERATION = List.of(
            CREATE_BY_POD,
            CREATE_BY_IMAGE,
            LIST_INSTANCES,
            SET_TIMER,
            RENAME,
            SAVE_IMAGE,
            DESTROY,
            START,
            RESTART,
            MARKET_IMAGES,
            PRIVATE_IMAGES,
            DELETE_IMAGE,
            PODS,
            GPUS,
            BALANCE,
            CARDS,
            BILLS,
            RECHARGES);

    private ClientCalls() {}

    /** Creates an instance with one GPU, from what {@code body} and {@code spec} name. */
    static ClientCall<Instance> create(
            ApiOperation operation, UnaryOperator<LambdaDslObject> body, UnaryOperator<InstanceSpec.Builder> spec) {
        return ClientCall.post(
                operation,
                request -> identifier(body.apply(request), "gpu_uuid", "gpu_uuid", RecordMatchers.GPU_UUID)
                        .numberValue("gpu_nums", 1),
                client -> client.instances()
                        .create(spec.apply(InstanceSpec.builder().gpuUuid(RecordMatchers.GPU_UUID))
                                .build()));
    }

    static LambdaDslObject theInstance(LambdaDslObject body) {
        return identifier(body, "instance_uuid", "instance_uuid", RecordMatchers.INSTANCE_UUID);
    }
}
