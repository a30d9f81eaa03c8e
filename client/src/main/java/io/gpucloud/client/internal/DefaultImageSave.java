package io.gpucloud.client.internal;

import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.ImageSave;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the image by its title or, without one, by the time of the service. */
record DefaultImageSave(
        Instances instances,
        Waits waits,
        Images images,
        String instanceUuid,
        @Nullable String title) implements ImageSave {

    @Override
    public Optional<PrivateImage> image() {
        return image(title == null ? instances.find(instanceUuid).orElse(null) : null);
    }

    private Optional<PrivateImage> image(@Nullable Instance instance) {
        Instant start = instance == null ? null : instance.startTime();
        List<PrivateImage> candidates = images.privateImages().stream()
                .filter(image -> title == null ? isSince(start, image) : title.equals(image.title()))
                .toList();
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
    }

    /**
     * Empty also if the images cannot be listed for a reason that may pass: the wait goes on, as after a failed poll.
     */
    private Optional<PrivateImage> imageIfListed(Instance instance) {
        try {
            return image(instance);
        } catch (GpuCloudException failure) {
            if (Wait.isFinal(failure)) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    private static boolean isSince(@Nullable Instant start, PrivateImage image) {
        Instant created = image.createTime();
        return start == null || created == null || !created.isBefore(start);
    }

    @Override
    public PrivateImage await(WaitOptions options) {
        AtomicReference<@Nullable PrivateImage> saved = new AtomicReference<>();
        waits.await(instanceUuid, WaitCondition.of(uploaded(saved)), options);
        return Objects.requireNonNull(saved.get());
    }

    @Override
    public CompletableFuture<PrivateImage> awaitAsync(WaitOptions options) {
        AtomicReference<@Nullable PrivateImage> saved = new AtomicReference<>();
        return waits.awaitAsync(
                instanceUuid, WaitCondition.of(uploaded(saved)), options, wait -> Objects.requireNonNull(saved.get()));
    }

    /** The status of an instance may be that of an earlier save, so the status of the image decides. */
    private Predicate<Instance> uploaded(AtomicReference<@Nullable PrivateImage> saved) {
        return instance -> {
            if (SaveImageStatus.UPLOADING.equals(instance.saveImageStatus())) {
                return false;
            }
            Optional<PrivateImage> image = imageIfListed(instance);
            SaveImageStatus status = image.map(PrivateImage::saveImageStatus).orElse(null);
            if (SaveImageStatus.FAILED.equals(status)) {
                throw new WaitFailedException(
                        "the image of instance " + instanceUuid + " was not saved: its upload failed",
                        instance,
                        FailureDetails.of(ApiOperation.LIST_INSTANCES),
                        null);
            }
            image.ifPresent(saved::set);
            return SaveImageStatus.SUCCEEDED.equals(status);
        };
    }
}
