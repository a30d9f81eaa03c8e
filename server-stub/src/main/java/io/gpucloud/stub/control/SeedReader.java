package io.gpucloud.stub.control;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.control.SeedFile.AccountEntry;
import io.gpucloud.stub.control.SeedFile.InstanceEntry;
import io.gpucloud.stub.control.SeedFile.PriceEntry;
import io.gpucloud.stub.domain.AccountSeed;
import io.gpucloud.stub.domain.AccountSeed.BoundCard;
import io.gpucloud.stub.domain.AccountSeed.PaidIn;
import io.gpucloud.stub.domain.AccountSeed.PastBill;
import io.gpucloud.stub.domain.AccountSeed.RentedInstance;
import io.gpucloud.stub.domain.AccountSeed.SavedImage;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Channel;
import io.gpucloud.stub.domain.Instance;
import io.gpucloud.stub.domain.Status;
import io.gpucloud.stub.domain.UploadStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads seeds from JSON and refuses, with the place and the reason, what cannot be one. */
public final class SeedReader {

    private final Catalog catalog;

    private SeedReader(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Reads a seed.
     *
     * @param json the whole file
     * @return the seed
     * @throws UnfitException if it cannot be used
     */
    public static Seeds read(byte[] json) {
        SeedFile file = StrictJson.read(json, SeedFile.class);
        Catalog catalog = catalog(file);
        SeedReader reader = new SeedReader(catalog);
        Map<String, AccountSeed> accounts = new TreeMap<>();
        requireNonNullElse(file.accounts(), Map.<String, AccountEntry>of())
                .forEach((key, entry) -> accounts.put(key, reader.account(entry, "accounts." + key)));
        return new Seeds(catalog, accounts);
    }

    /**
     * Reads the account part of a seed.
     *
     * @param json the part
     * @param catalog what it may name
     * @return what an account owns
     * @throws UnfitException if it cannot be used; members are named below {@code seed}
     */
    public static AccountSeed readAccount(JsonNode json, Catalog catalog) {
        return new SeedReader(catalog).account(StrictJson.read(json, AccountEntry.class, "seed"), "seed");
    }

    private static Catalog catalog(SeedFile file) {
        try {
            return new Catalog(
                    each(
                            file.pods(),
                            "pods",
                            (pod, path) -> new Catalog.Pod(
                                    pod.uuid(),
                                    pod.title(),
                                    requireNonNullElse(pod.remark(), ""),
                                    atLeastOne(pod.podTag(), path + ".pod_tag"),
                                    price(pod.price(), path + ".price"))),
                    each(
                            file.gpus(),
                            "gpus",
                            (gpu, path) -> new Catalog.Gpu(
                                    gpu.gpuUuid(), gpu.gpuName(), price(gpu.price(), path + ".price"), gpu.stock())),
                    each(
                            file.marketImages(),
                            "market_images",
                            (image, path) -> new Catalog.MarketImage(
                                    image.uuid(),
                                    new Catalog.Components(
                                            image.components().ubuntu(),
                                            image.components().cuda(),
                                            image.components().python(),
                                            image.components().pyTorch(),
                                            image.components().tensorFlow(),
                                            image.components().paddlePaddle()),
                                    image.size(),
                                    image.createdAt(),
                                    image.updatedAt())));
        } catch (IllegalArgumentException duplicate) {
            throw new UnfitException("", String.valueOf(duplicate.getMessage()));
        }
    }

    private AccountSeed account(AccountEntry entry, String at) {
        AccountSeed seed = new AccountSeed(
                each(
                        entry.recharges(),
                        at + ".recharges",
                        (recharge, path) -> new PaidIn(
                                cents(recharge.amount(), path + ".amount"),
                                recharge.tradeOffset().toSeconds(),
                                requireNonNullElse(recharge.payOffset(), recharge.tradeOffset())
                                        .toSeconds())),
                each(entry.cards(), at + ".cards", this::card),
                each(
                        entry.bills(),
                        at + ".bills",
                        (bill, path) -> new PastBill(
                                cents(bill.amount(), path + ".amount"),
                                coded(Channel.values(), Channel::code, bill.chargeChannel(), path + ".charge_channel"),
                                bill.settleStartOffset().toSeconds(),
                                bill.settleEndOffset().toSeconds())),
                each(entry.images(), at + ".images", this::image),
                each(entry.instances(), at + ".instances", this::instance));
        try {
            seed.requireBalancedBooks();
        } catch (IllegalArgumentException unbalanced) {
            throw new UnfitException(at, String.valueOf(unbalanced.getMessage()));
        }
        return seed;
    }

    private BoundCard card(SeedFile.CardEntry card, String path) {
        long face = cents(card.faceAmount(), path + ".face_amount");
        long leave = cents(requireNonNullElse(card.leaveAmount(), card.faceAmount()), path + ".leave_amount");
        if (leave > face) {
            throw new UnfitException(path + ".leave_amount", "is more than face_amount");
        }
        List<String> pods = requireNonNullElse(card.pods(), List.of());
        pods.forEach(pod -> pod(pod, path + ".pods"));
        return new BoundCard(
                card.title(),
                face,
                leave,
                cents(requireNonNullElse(card.salePrice(), card.faceAmount()), path + ".sale_price"),
                card.bindOffset().toSeconds(),
                card.validDays(),
                pods);
    }

    private SavedImage image(SeedFile.PrivateImageEntry image, String path) {
        if (image.podUuid() != null) {
            pod(image.podUuid(), path + ".pod_uuid");
        }
        int status = requireNonNullElse(image.saveImageStatus(), UploadStatus.SUCCEEDED.code());
        return new SavedImage(
                image.title(),
                requireNonNullElse(image.remark(), ""),
                coded(UploadStatus.values(), UploadStatus::code, status, path + ".save_image_status"),
                requireNonNullElse(image.createOffset(), Duration.ZERO).toSeconds(),
                image.podUuid(),
                image.podTag());
    }

    private RentedInstance instance(InstanceEntry instance, String path) {
        if (catalog.gpu(instance.gpuUuid()).isEmpty()) {
            throw new UnfitException(path + ".gpu_uuid", "names no GPU model of this seed");
        }
        if (!List.of(1, 2, 4, 8).contains(instance.gpuNums())) {
            throw new UnfitException(path + ".gpu_nums", "must be one of 1, 2, 4, 8");
        }
        Instance.Source source = source(instance, path);
        int status = requireNonNullElse(instance.status(), Status.RUNNING.code());
        return new RentedInstance(
                source,
                instance.gpuUuid(),
                instance.gpuNums(),
                requireNonNullElse(instance.title(), source.imageName()),
                coded(Status.values(), Status::code, status, path + ".status"),
                requireNonNullElse(instance.createOffset(), Duration.ZERO).toSeconds());
    }

    private Instance.Source source(InstanceEntry instance, String path) {
        if (instance.podUuid() != null) {
            Catalog.Pod pod = pod(instance.podUuid(), path + ".pod_uuid");
            String tag = requireNonNullElse(instance.podTag(), pod.tags().get(0));
            if (!pod.tags().contains(tag)) {
                throw new UnfitException(path + ".pod_tag", "is no tag of the pod");
            }
            return Instance.Source.of(pod, tag);
        }
        if (instance.imageUuid() == null) {
            throw new UnfitException(path, "needs pod_uuid or image_uuid");
        }
        return catalog.marketImage(instance.imageUuid())
                .map(Instance.Source::of)
                .orElseThrow(() -> new UnfitException(path + ".image_uuid", "names no market image of this seed"));
    }

    private Catalog.Pod pod(String uuid, String path) {
        return catalog.pod(uuid).orElseThrow(() -> new UnfitException(path, "names no pod of this seed"));
    }

    private static Catalog.Price price(PriceEntry price, String path) {
        return new Catalog.Price(
                cents(price.hour(), path + ".hour"),
                price.day() == null ? null : cents(price.day(), path + ".day"),
                price.week() == null ? null : cents(price.week(), path + ".week"),
                price.month() == null ? null : cents(price.month(), path + ".month"),
                price.year() == null ? null : cents(price.year(), path + ".year"));
    }

    private static long cents(BigDecimal amount, String path) {
        if (amount.signum() < 0) {
            throw new UnfitException(path, "must not be negative");
        }
        try {
            return amount.movePointRight(2).longValueExact();
        } catch (ArithmeticException inexact) {
            throw new UnfitException(path, "must have at most 2 decimals");
        }
    }

    private static List<String> atLeastOne(List<String> tags, String path) {
        if (tags.isEmpty()) {
            throw new UnfitException(path, "needs at least one tag");
        }
        return tags;
    }

    private static <T> T coded(T[] values, ToIntFunction<T> code, int wanted, String path) {
        return Arrays.stream(values)
                .filter(value -> code.applyAsInt(value) == wanted)
                .findAny()
                .orElseThrow(() -> new UnfitException(
                        path,
                        "must be one of "
                                + Arrays.toString(
                                        Arrays.stream(values).mapToInt(code).toArray())));
    }

    private static <T, R> List<R> each(@Nullable List<T> entries, String path, BiFunction<T, String, R> convert) {
        List<T> present = requireNonNullElse(entries, List.of());
        return IntStream.range(0, present.size())
                .mapToObj(i -> convert.apply(present.get(i), path + "[" + i + "]"))
                .toList();
    }
}
