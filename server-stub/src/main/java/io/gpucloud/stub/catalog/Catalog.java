package io.gpucloud.stub.catalog;

import io.gpucloud.stub.paging.Page;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pods, GPU models and market images: the same for all accounts. Immutable. */
public final class Catalog {

    private final List<Pod> pods;
    private final List<Gpu> gpus;
    private final List<MarketImage> images;
    private final Map<String, Pod> podsByUuid;
    private final Map<String, Gpu> gpusByUuid;
    private final Map<String, MarketImage> imagesByUuid;

    /** Creates a catalog. Lists have the order of the arguments. */
    public Catalog(List<Pod> pods, List<Gpu> gpus, List<MarketImage> images) {
        this.pods = List.copyOf(pods);
        this.gpus = List.copyOf(gpus);
        this.images = List.copyOf(images);
        podsByUuid = index(pods, Pod::uuid);
        gpusByUuid = index(gpus, Gpu::uuid);
        imagesByUuid = index(images, MarketImage::uuid);
    }

    /** The contents of a catalog. */
    public record Content(List<Pod> pods, List<Gpu> gpus, List<MarketImage> images) {}

    /**
     * An entry of the application market.
     *
     * @param tags versions, the latest first
     */
    public record Pod(String uuid, String title, String remark, List<String> tags, Price price) {}

    /**
     * A GPU model.
     *
     * @param price the price of one GPU; only the price per hour is billed
     * @param stock the number of GPUs that an account can have, or null for any number
     */
    public record Gpu(
            String uuid, String name, Price price, @Nullable Integer stock) {}

    /**
     * Prices by period, in cents.
     *
     * @param hour per hour
     * @param day per day, if offered
     * @param week per week, if offered
     * @param month per month, if offered
     * @param year per year, if offered
     */
    public record Price(
            long hour,
            @Nullable Long day,
            @Nullable Long week,
            @Nullable Long month,
            @Nullable Long year) {}

    /**
     * An image of the compute market.
     *
     * @param size bytes
     * @param createdAt epoch seconds
     * @param updatedAt epoch seconds
     */
    public record MarketImage(String uuid, Components components, long size, long createdAt, long updatedAt) {}

    /** Versions of the software in an image; null where it is not installed. */
    public record Components(
            @Nullable String ubuntu,
            @Nullable String cuda,
            @Nullable String python,
            @Nullable String pyTorch,
            @Nullable String tensorFlow,
            @Nullable String paddlePaddle) {

        /** Returns a name made of the components, because market images have no name. */
        public String describe() {
            return Stream.of(
                            part("Ubuntu", ubuntu),
                            part("CUDA", cuda),
                            part("Python", python),
                            part("PyTorch", pyTorch),
                            part("TensorFlow", tensorFlow),
                            part("PaddlePaddle", paddlePaddle))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }

        private static Optional<String> part(String name, @Nullable String version) {
            return version == null ? Optional.empty() : Optional.of(name + " " + version);
        }
    }

    /**
     * Lists pods.
     *
     * @param name text that the title contains, ignoring case; empty for all pods
     * @return the page, in the order of the catalog
     */
    public Page<Pod> listPods(String name, Page.Request page) {
        return Page.of(pods.stream().filter(pod -> contains(pod.title(), name)).toList(), page);
    }

    /**
     * Lists market images.
     *
     * @param cuda version of CUDA, or its first numbers; empty for all images
     * @param python version of Python, or its first numbers; empty for all images
     * @return the page, in the order of the catalog
     */
    public Page<MarketImage> listMarketImages(String cuda, String python, Page.Request page) {
        List<MarketImage> found = images.stream()
                .filter(image -> hasVersion(image.components().cuda(), cuda))
                .filter(image -> hasVersion(image.components().python(), python))
                .toList();
        return Page.of(found, page);
    }

    /** Returns the contents of the catalog as values. */
    public Content content() {
        return new Content(pods, gpus, images);
    }

    /** The GPU models, in the order of the catalog. */
    public List<Gpu> gpus() {
        return gpus;
    }

    /** Finds a GPU model. */
    public Optional<Gpu> gpu(String uuid) {
        return Optional.ofNullable(gpusByUuid.get(uuid));
    }

    /** Finds a pod. */
    public Optional<Pod> pod(String uuid) {
        return Optional.ofNullable(podsByUuid.get(uuid));
    }

    /** Finds a market image. */
    public Optional<MarketImage> marketImage(String uuid) {
        return Optional.ofNullable(imagesByUuid.get(uuid));
    }

    /** Rejects an unknown GPU model. The message begins with {@code what}. */
    public void requireGpu(String uuid, String what) {
        if (gpu(uuid).isEmpty()) {
            throw new IllegalArgumentException(what + " names a GPU model that is not there: " + uuid);
        }
    }

    /** Rejects unknown pods. The message begins with {@code what}. */
    public void requirePods(List<String> uuids, String what) {
        for (String uuid : uuids) {
            if (pod(uuid).isEmpty()) {
                throw new IllegalArgumentException(what + " names a pod that is not there: " + uuid);
            }
        }
    }

    private static boolean contains(String text, String part) {
        return part.isEmpty() || text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** 12 matches 12.4, and 12.4 matches 12.4.1, but 1 does not match 12: whole numbers are compared. */
    private static boolean hasVersion(@Nullable String installed, String wanted) {
        return wanted.isEmpty()
                || (installed != null && (installed.equals(wanted) || installed.startsWith(wanted + ".")));
    }

    private static <T> Map<String, T> index(List<T> items, Function<T, String> uuid) {
        return items.stream().collect(Collectors.toUnmodifiableMap(uuid, Function.identity()));
    }
}
