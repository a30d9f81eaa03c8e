package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.IdentifierGenerator;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The private images of an account; no two share a name. */
final class PrivateImages {

    private static final int NAME_LENGTH = 50;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private final IdentifierGenerator identifiers;
    private final Map<String, PrivateImage> images = new LinkedHashMap<>();
    private long sequence;

    PrivateImages(IdentifierGenerator identifiers, List<PrivateImage> images, long sequence) {
        this.identifiers = identifiers;
        this.sequence = sequence;
        images.forEach(this::put);
    }

    long sequence() {
        return sequence;
    }

    /** Gives the next image a number above this one. */
    void continueAfter(long last) {
        sequence = Math.max(sequence, last);
    }

    List<PrivateImage> oldestFirst() {
        return List.copyOf(images.values());
    }

    int count() {
        return images.size();
    }

    Optional<PrivateImage> find(String uuid) {
        return Optional.ofNullable(images.get(uuid));
    }

    /** Returns whether an event belongs to an image and fits its present status. */
    boolean awaits(ScheduledEvent entry) {
        return switch (entry.kind()) {
            case UPLOAD_FINISHED, UPLOAD_FAILED ->
                find(entry.subject())
                        .filter(image -> image.status() == SaveImageStatus.UPLOADING)
                        .isPresent();
            default -> false;
        };
    }

    List<PrivateImage> newestFirst() {
        List<PrivateImage> newestFirst = new ArrayList<>(images.values());
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    boolean isTaken(String name) {
        return images.values().stream().anyMatch(image -> image.title().equals(name));
    }

    PrivateImage save(Instance instance, @Nullable String name, String remark, long now) {
        String title = name == null ? freeName(instance.title(), now) : name;
        Instance.Source source = instance.order().source();
        return add(title, remark, now, SaveImageStatus.UPLOADING, source.podUuid(), source.imageTag(), instance.uuid());
    }

    PrivateImage plant(AccountSeed.SavedImage seeded, long now) {
        return add(
                seeded.title(),
                seeded.remark(),
                now + seeded.createOffset(),
                seeded.status(),
                seeded.podUuid(),
                seeded.podTag(),
                null);
    }

    private PrivateImage add(
            String title,
            String remark,
            long createTime,
            SaveImageStatus status,
            @Nullable String podUuid,
            @Nullable String podTag,
            @Nullable String instanceUuid) {
        sequence++;
        String uuid = identifiers.image(sequence);
        return put(new PrivateImage(uuid, sequence, title, remark, createTime, status, podUuid, podTag, instanceUuid));
    }

    PrivateImage end(String uuid, SaveImageStatus status) {
        return put(find(uuid).orElseThrow().withStatus(status));
    }

    PrivateImage delete(String uuid) {
        PrivateImage image = find(uuid).orElseThrow(() -> new DomainException(AccountError.IMAGE_NOT_DELETABLE));
        if (image.status() == SaveImageStatus.UPLOADING) {
            throw new DomainException(AccountError.DELETE_DURING_UPLOAD);
        }
        images.remove(uuid);
        return image;
    }

    /** The title of the instance and the time. A number is added if the name is in use, and the title is cut to fit. */
    private String freeName(String title, long now) {
        String time = " " + TIME.format(Instant.ofEpochSecond(now));
        String name = cut(title, NAME_LENGTH - time.length()) + time;
        for (int number = 2; isTaken(name); number++) {
            String suffix = time + " (" + number + ")";
            name = cut(title, NAME_LENGTH - suffix.length()) + suffix;
        }
        return name;
    }

    private static String cut(String text, int codePoints) {
        return text.codePointCount(0, text.length()) <= codePoints
                ? text
                : text.substring(0, text.offsetByCodePoints(0, codePoints));
    }

    private PrivateImage put(PrivateImage image) {
        images.put(image.uuid(), image);
        return image;
    }
}
