package io.gpucloud.stub.state;

import static io.gpucloud.stub.state.Amounts.cents;
import static io.gpucloud.stub.state.SeedValues.atLeastOne;
import static io.gpucloud.stub.state.SeedValues.coded;
import static io.gpucloud.stub.state.SeedValues.each;
import static io.gpucloud.stub.state.SeedValues.natural;
import static io.gpucloud.stub.state.SeedValues.past;
import static io.gpucloud.stub.state.SeedValues.text;
import static io.gpucloud.stub.state.SeedValues.unique;
import static io.gpucloud.stub.state.SeedValues.within;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.AccountSeed.BoundCard;
import io.gpucloud.stub.account.AccountSeed.PaidIn;
import io.gpucloud.stub.account.AccountSeed.PastBill;
import io.gpucloud.stub.account.AccountSeed.RentedInstance;
import io.gpucloud.stub.account.AccountSeed.SavedImage;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.SaveImageStatus;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.state.SeedFile.AccountEntry;
import io.gpucloud.stub.state.SeedFile.GpuEntry;
import io.gpucloud.stub.state.SeedFile.ImageEntry;
import io.gpucloud.stub.state.SeedFile.InstanceEntry;
import io.gpucloud.stub.state.SeedFile.PodEntry;
import io.gpucloud.stub.state.SeedFile.PriceEntry;
import io.gpucloud.stub.state.SeedFile.PrivateImageEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;

/** Reads seeds from JSON. Rejects an invalid seed with the place and the reason. */
public final class SeedReader {

    private static final String NOW = "PT0S";
    /** The default seed, in the jar. */
    static final String DEFAULT = "seed/default.json";

    private final Catalog catalog;
    private final ControlsReader controls;

    private SeedReader(Catalog catalog, ControlsReader controls) {
        this.catalog = catalog;
        this.controls = controls;
    }

    /**
     * Reads a seed.
     *
     * @throws InvalidJsonException if the seed is invalid
     */
    public static Seeds read(byte[] json, ControlsReader controls) {
        SeedFile file = StrictJson.read(json, SeedFile.class);
        Catalog catalog = catalog(file);
        SeedReader reader = new SeedReader(catalog, controls);
        Map<String, AccountSeed> accounts = new TreeMap<>();
        requireNonNullElse(file.accounts(), Map.<String, AccountEntry>of())
                .forEach((key, entry) -> accounts.put(key, reader.account(entry, "accounts." + key)));
        return new Seeds(catalog, accounts);
    }

    /**
     * Reads the account part of a seed.
     *
     * @param catalog the catalog that the account may refer to
     * @throws InvalidJsonException if it is invalid; paths of members start with {@code seed}
     */
    public static AccountSeed readAccount(JsonNode json, Catalog catalog, ControlsReader controls) {
        return new SeedReader(catalog, controls).account(StrictJson.read(json, AccountEntry.class, "seed"), "seed");
    }

    /** The catalog of a seed. A seed without any part of it has the default one. */
    private static Catalog catalog(SeedFile file) {
        if (file.pods() == null && file.gpus() == null && file.marketImages() == null) {
            return catalog(defaultSeed());
        }
        return new Catalog(
                each(unique(file.pods(), PodEntry::uuid, "pods", "uuid"), "pods", SeedReader::pod),
                each(unique(file.gpus(), GpuEntry::gpuUuid, "gpus", "gpu_uuid"), "gpus", SeedReader::gpu),
                each(
                        unique(file.marketImages(), ImageEntry::uuid, "market_images", "uuid"),
                        "market_images",
                        SeedReader::marketImage));
    }

    private static SeedFile defaultSeed() {
        try {
            return StrictJson.read(new ClassPathResource(DEFAULT).getContentAsByteArray(), SeedFile.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Catalog.Pod pod(PodEntry pod, String path) {
        return new Catalog.Pod(
                text(pod.uuid(), path + ".uuid"),
                text(pod.title(), path + ".title"),
                requireNonNullElse(pod.remark(), ""),
                atLeastOne(pod.podTag(), path + ".pod_tag"),
                price(pod.price(), path + ".price"));
    }

    private static Catalog.Gpu gpu(GpuEntry gpu, String path) {
        return new Catalog.Gpu(
                text(gpu.gpuUuid(), path + ".gpu_uuid"),
                text(gpu.gpuName(), path + ".gpu_name"),
                price(gpu.price(), path + ".price"),
                gpu.stock() == null ? null : (int) natural(gpu.stock(), path + ".stock"));
    }

    private static Catalog.MarketImage marketImage(ImageEntry image, String path) {
        return new Catalog.MarketImage(
                text(image.uuid(), path + ".uuid"),
                new Catalog.Components(
                        image.components().ubuntu(),
                        image.components().cuda(),
                        image.components().python(),
                        image.components().pyTorch(),
                        image.components().tensorFlow(),
                        image.components().paddlePaddle()),
                natural(image.size(), path + ".size"),
                natural(image.createdAt(), path + ".created_at"),
                natural(image.updatedAt(), path + ".updated_at"));
    }

    private AccountSeed account(AccountEntry entry, String at) {
        AccountSeed seed = new AccountSeed(
                each(
                        entry.recharges(),
                        at + ".recharges",
                        (recharge, path) -> new PaidIn(
                                cents(recharge.amount(), path + ".amount"),
                                past(recharge.tradeOffset(), path + ".trade_offset"),
                                past(
                                        requireNonNullElse(recharge.payOffset(), recharge.tradeOffset()),
                                        path + ".pay_offset"))),
                each(entry.cards(), at + ".cards", this::card),
                each(entry.bills(), at + ".bills", SeedReader::bill),
                each(
                        unique(entry.images(), PrivateImageEntry::title, at + ".images", "title"),
                        at + ".images",
                        this::image),
                each(entry.instances(), at + ".instances", this::instance),
                controls(entry, at));
        try {
            seed.requireBalancedBooks();
        } catch (IllegalArgumentException unbalanced) {
            throw new InvalidJsonException(at, String.valueOf(unbalanced.getMessage()));
        }
        return seed;
    }

    private AccountSeed.@Nullable Controls controls(AccountEntry entry, String at) {
        // In the JSON tree of a request, null is a value.
        JsonNode clock = entry.clock() == null || entry.clock().isNull() ? null : entry.clock();
        if (clock == null && entry.faults() == null) {
            return null;
        }
        List<FaultDefinition<?>> faults =
                each(entry.faults(), at + ".faults", (fault, path) -> within(path, () -> controls.fault(fault)));
        return new AccountSeed.Controls(
                clock == null ? null : within(at + ".clock", () -> controls.clock(clock)),
                faults.stream()
                        .flatMap(fault -> fault.as(ResponseEffect.class).stream())
                        .toList(),
                faults.stream()
                        .flatMap(fault -> fault.as(LifecycleEffect.class).stream())
                        .toList());
    }

    private static PastBill bill(SeedFile.BillEntry bill, String path) {
        long start = past(bill.settleStartOffset(), path + ".settle_start_offset");
        long end = past(bill.settleEndOffset(), path + ".settle_end_offset");
        if (end < start) {
            throw new InvalidJsonException(path + ".settle_end_offset", "is before settle_start_offset");
        }
        return new PastBill(
                cents(bill.amount(), path + ".amount"),
                coded(ChargeChannel.values(), ChargeChannel::code, bill.chargeChannel(), path + ".charge_channel"),
                start,
                end);
    }

    private BoundCard card(SeedFile.CardEntry card, String path) {
        long face = cents(card.faceAmount(), path + ".face_amount");
        long leave = cents(requireNonNullElse(card.leaveAmount(), card.faceAmount()), path + ".leave_amount");
        if (leave > face) {
            throw new InvalidJsonException(path + ".leave_amount", "is more than face_amount");
        }
        return new BoundCard(
                card.title(),
                face,
                leave,
                cents(requireNonNullElse(card.salePrice(), card.faceAmount()), path + ".sale_price"),
                past(card.bindOffset(), path + ".bind_offset"),
                (int) natural(card.validDays(), path + ".valid_days"),
                each(
                        card.pods(),
                        path + ".pods",
                        (pod, at) -> requirePod(pod, at).uuid()));
    }

    private SavedImage image(PrivateImageEntry image, String path) {
        if (image.podUuid() != null) {
            requirePod(image.podUuid(), path + ".pod_uuid");
        }
        int status = requireNonNullElse(image.saveImageStatus(), SaveImageStatus.SUCCEEDED.code());
        return new SavedImage(
                image.title(),
                requireNonNullElse(image.remark(), ""),
                coded(SaveImageStatus.values(), SaveImageStatus::code, status, path + ".save_image_status"),
                past(requireNonNullElse(image.createOffset(), NOW), path + ".create_offset"),
                image.podUuid(),
                image.podTag());
    }

    private RentedInstance instance(InstanceEntry instance, String path) {
        if (catalog.gpu(instance.gpuUuid()).isEmpty()) {
            throw new InvalidJsonException(path + ".gpu_uuid", "names no GPU model of this seed");
        }
        if (!List.of(1, 2, 4, 8).contains(instance.gpuNums())) {
            throw new InvalidJsonException(path + ".gpu_nums", "must be one of 1, 2, 4, 8");
        }
        Instance.Source source = source(instance, path);
        int status = requireNonNullElse(instance.status(), InstanceStatus.RUNNING.code());
        return new RentedInstance(
                source,
                instance.gpuUuid(),
                instance.gpuNums(),
                requireNonNullElse(instance.title(), source.imageName()),
                coded(InstanceStatus.values(), InstanceStatus::code, status, path + ".status"),
                past(requireNonNullElse(instance.createOffset(), NOW), path + ".create_offset"));
    }

    private Instance.Source source(InstanceEntry instance, String path) {
        if (instance.podUuid() != null) {
            Catalog.Pod pod = requirePod(instance.podUuid(), path + ".pod_uuid");
            String tag = requireNonNullElse(instance.podTag(), pod.tags().get(0));
            if (!pod.tags().contains(tag)) {
                throw new InvalidJsonException(path + ".pod_tag", "is no tag of the pod");
            }
            return Instance.Source.of(pod, tag);
        }
        if (instance.imageUuid() == null) {
            throw new InvalidJsonException(path, "needs pod_uuid or image_uuid");
        }
        return catalog.marketImage(instance.imageUuid())
                .map(Instance.Source::of)
                .orElseThrow(
                        () -> new InvalidJsonException(path + ".image_uuid", "names no market image of this seed"));
    }

    private Catalog.Pod requirePod(String uuid, String path) {
        return catalog.pod(uuid).orElseThrow(() -> new InvalidJsonException(path, "names no pod of this seed"));
    }

    private static Catalog.Price price(PriceEntry price, String path) {
        return new Catalog.Price(
                cents(price.hour(), path + ".hour"),
                price.day() == null ? null : cents(price.day(), path + ".day"),
                price.week() == null ? null : cents(price.week(), path + ".week"),
                price.month() == null ? null : cents(price.month(), path + ".month"),
                price.year() == null ? null : cents(price.year(), path + ".year"));
    }
}
