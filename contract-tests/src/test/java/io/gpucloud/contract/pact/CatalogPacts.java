package io.gpucloud.contract.pact;

import static io.gpucloud.contract.pact.GivenState.AN_ACCOUNT;
import static io.gpucloud.contract.pact.GivenState.IMAGE_READY;
import static io.gpucloud.contract.pact.GivenState.MONEY;
import static io.gpucloud.contract.pact.Interaction.badParameter;
import static io.gpucloud.contract.pact.Interaction.done;
import static io.gpucloud.contract.pact.Interaction.failed;
import static io.gpucloud.contract.pact.Interaction.succeeds;
import static io.gpucloud.contract.pact.RecordMatchers.total;
import static io.gpucloud.contract.pact.RecordMatchers.version;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import io.gpucloud.client.GpuStatus;
import io.gpucloud.client.Page;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.model.ImageReference;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.MarketImageFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Pacts of the catalog: pods, GPU models, market images and private images. */
final class CatalogPacts {

    private static final int FAR = 999;

    private static final ClientCall<Page<Pod>> NAMED_PODS = ClientCall.page(
                    ApiOperation.LIST_PODS, 1, 20, client -> client.pods().list("diffusion"))
            .withQuery("name", "diffusion");

    private static final ClientCall<Page<Pod>> PODS_BEYOND_THE_END = ClientCall.page(
            ApiOperation.LIST_PODS, FAR, 20, client -> client.pods().list());

    private static final ClientCall<Page<MarketImage>> IMAGES_BEYOND_THE_END = ClientCall.page(
            ApiOperation.LIST_MARKET_IMAGES, FAR, 20, client -> client.images().market());

    private static final ClientCall<Page<MarketImage>> FILTERED_IMAGES = ClientCall.page(
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

    private static final ClientCall<String> DELETE_BLANK = ClientCall.command(
            ApiOperation.DELETE_PRIVATE_IMAGE,
            body -> body.stringValue("image_uuid", ""),
            client -> client.raw(ImagesApi.class).deletePrivateImage(new ImageReference("")));

    private CatalogPacts() {}

    static Stream<Interaction<?>> all() {
        return Stream.of(pods(), gpus(), marketImages(), privateImages(), deletions())
                .flatMap(List::stream);
    }

    private static List<Interaction<?>> pods() {
        Reply found = Reply.success(data -> total(data, 4).minArrayLike("pod_list", 1, RecordMatchers::pod));
        Reply none = Reply.success(data -> total(data, 4).array("pod_list", RecordMatchers::none));
        return List.of(
                succeeds(ClientCalls.PODS, "a page of pods", AN_ACCOUNT, found, page -> {
                    assertThat(page.total()).isEqualTo(4);
                    assertThat(page.items().get(0).price()).isNotNull();
                }),
                succeeds(NAMED_PODS, "pods of a name", AN_ACCOUNT, found, CatalogPacts::isNotEmpty),
                succeeds(PODS_BEYOND_THE_END, "a page beyond the end", AN_ACCOUNT, none, CatalogPacts::isEmpty));
    }

    private static void isNotEmpty(Page<?> page) {
        assertThat(page.items()).isNotEmpty();
    }

    private static void isEmpty(Page<?> page) {
        assertThat(page.items()).isEmpty();
    }

    private static List<Interaction<?>> gpus() {
        Reply any = Reply.success(data -> total(data, 3).minArrayLike("gpu_list", 1, RecordMatchers::anyGpu));
        return List.of(
                succeeds(
                        ClientCalls.GPUS,
                        "all GPU models",
                        AN_ACCOUNT,
                        any,
                        gpus -> assertThat(requireNonNull(gpus.get(0).price()).hour())
                                .isPositive()),
                succeeds(
                        ClientCalls.GPUS,
                        "a GPU model with a price for every span",
                        AN_ACCOUNT,
                        withGpu(1),
                        gpus -> assertThat(requireNonNull(gpus.get(0).price()).year())
                                .isNotNull()),
                succeeds(
                        ClientCalls.GPUS,
                        "a GPU model that is sold out",
                        GivenState.of("a GPU model is sold out"),
                        withGpu(0),
                        gpus -> assertThat(gpus.get(0).status()).isEqualTo(GpuStatus.UNAVAILABLE)));
    }

    private static Reply withGpu(int status) {
        return Reply.success(data -> total(data, 3)
                .arrayContaining("gpu_list", list -> list.object(gpu -> RecordMatchers.gpu(gpu, status))));
    }

    private static List<Interaction<?>> marketImages() {
        Reply any = Reply.success(data -> paged(data, 4, 1, 2)
                .minArrayLike("image_list", 1, image -> RecordMatchers.marketImage(image, components -> {})));
        Reply filtered = Reply.success(data -> paged(data, 2, 1, 20)
                .minArrayLike(
                        "image_list",
                        1,
                        image -> RecordMatchers.marketImage(image, components -> {
                            version(components, "CUDA", "12.4");
                            version(components, "Python", "3.11");
                            version(components, "Ubuntu", "22.04");
                        })));
        Reply none = Reply.success(data -> paged(data, 4, FAR, 20).array("image_list", RecordMatchers::none));
        return List.of(
                succeeds(ClientCalls.MARKET_IMAGES, "a page of images", AN_ACCOUNT, any, CatalogPacts::isNotEmpty),
                succeeds(
                        FILTERED_IMAGES,
                        "images of some versions",
                        AN_ACCOUNT,
                        filtered,
                        page -> assertThat(requireNonNull(page.items().get(0).components())
                                        .CUDA())
                                .isEqualTo("12.4")),
                succeeds(IMAGES_BEYOND_THE_END, "a page beyond the end", AN_ACCOUNT, none, CatalogPacts::isEmpty));
    }

    private static LambdaDslObject paged(LambdaDslObject data, int total, int page, int pageSize) {
        return total(data, total).numberValue("page", page).numberValue("page_size", pageSize);
    }

    private static List<Interaction<?>> privateImages() {
        Reply none = Reply.success(data -> total(data, 0).array("image_list", RecordMatchers::none));
        Reply ready = withImage(image -> RecordMatchers.privateImage(image, 2)
                .numberMatching("size", RecordMatchers.NUMBER, new BigDecimal("12.5")));
        return List.of(
                succeeds(
                        ClientCalls.PRIVATE_IMAGES,
                        "no image",
                        MONEY,
                        none,
                        images -> assertThat(images).isEmpty()),
                succeeds(
                        ClientCalls.PRIVATE_IMAGES,
                        "an image that is ready, with its size",
                        IMAGE_READY,
                        ready,
                        images -> assertThat(images.get(0).size()).isPositive()),
                ofUpload("an image that uploads", "a private image is uploading", 1),
                ofUpload("an image whose upload failed", "a private image has failed", 3));
    }

    private static Reply withImage(Consumer<LambdaDslObject> image) {
        return Reply.success(data -> total(data, 1).minArrayLike("image_list", 1, image));
    }

    private static Interaction<?> ofUpload(String outcome, String state, int status) {
        return succeeds(
                ClientCalls.PRIVATE_IMAGES,
                outcome,
                GivenState.of(state),
                withImage(image -> RecordMatchers.privateImage(image, status)),
                images -> assertThat(images.get(0).saveImageStatus()).isEqualTo(SaveImageStatus.of(status)));
    }

    private static List<Interaction<?>> deletions() {
        GivenState uploading = GivenState.of("a private image is uploading");
        return List.of(
                done(ClientCalls.DELETE_IMAGE, "an image is deleted", IMAGE_READY),
                failed(ClientCalls.DELETE_IMAGE, "refused while it uploads", uploading),
                failed(DELETE_UNKNOWN, "refused for an unknown image", MONEY),
                badParameter(DELETE_BLANK, "refused for an empty identifier", MONEY, "image_uuid"));
    }
}
