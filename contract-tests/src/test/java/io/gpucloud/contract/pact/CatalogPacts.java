package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.GivenState.AN_ACCOUNT;
import static io.gpucloud.contract.pact.GivenState.IMAGE_READY;
import static io.gpucloud.contract.pact.GivenState.IMAGE_UPLOADING;
import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.Interaction.done;
import static io.gpucloud.contract.pact.Interaction.failed;
import static io.gpucloud.contract.pact.Interaction.lists;
import static io.gpucloud.contract.pact.Interaction.listsNothing;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.MarketImageFilter;
import java.util.List;
import java.util.stream.Stream;

/** Pacts of the catalog: pods, GPU models, market images and private images. */
final class CatalogPacts {

    private static final int FAR = 999;

    private static final ClientCall<List<Pod>> NAMED_PODS = ClientCall.page(
                    ApiOperation.LIST_PODS, 1, 20, client -> client.pods().list("diffusion"))
            .withQuery("name", "diffusion");

    private static final ClientCall<List<Pod>> PODS_BEYOND_THE_END = ClientCall.page(
            ApiOperation.LIST_PODS, FAR, 20, client -> client.pods().list());

    private static final ClientCall<List<MarketImage>> IMAGES_BEYOND_THE_END = ClientCall.page(
            ApiOperation.LIST_MARKET_IMAGES, FAR, 20, client -> client.images().market());

    private static final ClientCall<List<MarketImage>> FILTERED_IMAGES = ClientCall.page(
                    ApiOperation.LIST_MARKET_IMAGES,
                    1,
                    20,
                    client -> client.images()
                            .market(MarketImageFilter.all().withCuda("12").withPython("3.11")))
            .withQuery("cuda_version", "12")
            .withQuery("python_version", "3.11");

    private static final ClientCall<String> DELETE_UNKNOWN = ClientCall.command(
            ApiOperation.DELETE_PRIVATE_IMAGE,
            body -> body.stringValue("image_uuid", "no-such-image"),
            client -> client.images().delete("no-such-image"));

    private CatalogPacts() {}

    static Stream<Interaction<?>> all() {
        var pods = RecordMatchers.records("pod_list", "uuid", RecordMatchers.POD_UUID);
        var gpus = RecordMatchers.records("gpu_list", "gpu_uuid", RecordMatchers.GPU_UUID);
        var marketImages = RecordMatchers.records("image_list", "uuid", RecordMatchers.MARKET_IMAGE_UUID);
        var images = RecordMatchers.records("image_list", "uuid", RecordMatchers.IMAGE_UUID);
        return Stream.of(
                lists(ClientCalls.PODS, "a page of pods", AN_ACCOUNT, pods),
                lists(NAMED_PODS, "pods of a name", AN_ACCOUNT, pods),
                listsNothing(PODS_BEYOND_THE_END, "a page beyond the end", AN_ACCOUNT, "pod_list"),
                lists(ClientCalls.GPUS, "all GPU models", AN_ACCOUNT, gpus),
                lists(ClientCalls.MARKET_IMAGES, "a page of images", AN_ACCOUNT, marketImages),
                lists(FILTERED_IMAGES, "images of some versions", AN_ACCOUNT, marketImages),
                listsNothing(IMAGES_BEYOND_THE_END, "a page beyond the end", AN_ACCOUNT, "image_list"),
                lists(ClientCalls.PRIVATE_IMAGES, "an image", IMAGE_READY, images),
                listsNothing(ClientCalls.PRIVATE_IMAGES, "no image", MONEY, "image_list"),
                done(ClientCalls.DELETE_IMAGE, "an image is deleted", IMAGE_READY),
                failed(ClientCalls.DELETE_IMAGE, "refused while it uploads", IMAGE_UPLOADING),
                failed(DELETE_UNKNOWN, "refused for an unknown image", MONEY));
    }
}
