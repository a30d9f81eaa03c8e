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
import io.gpucloud.stub.startup.UnusableSettingException;
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
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import tools.jackson.databind.JsonNode;

/** Reads seeds from JSON. Rejects an invalid seed with the place and the reason. */
public final class SeedReader {

    private static final String NOW = "PT0S";
    /** The default seed, in the jar. */
    private static final String DEFAULT = "seed/default.json";

    private static final Map<String, String> OF_THE_STUB =
            Map.of("classpath:default", "classpath:/" + DEFAULT, "classpath:empty", "classpath:/seed/empty.json");

    private final Catalog catalog;
    private final ControlsReader controls;

    private SeedReader(Catalog catalog, ControlsReader controls) {
        this.catalog = catalog;
        this.controls = controls;
    }

    /**
     * Reads the seed that the configuration names.
     *
     * @throws UnusableSettingException if it is invalid or cannot be read
     */
    public static Seeds read(String location, ResourceLoader resources, ControlsReader controls) {
        Resource file = resources.getResource(OF_THE_STUB.getOrDefault(location, location));
        try {
            return read(file.getContentAsByteArray(), controls);
        } catch (InvalidJsonException unfit) {
            throw unusable(location, String.valueOf(unfit.getMessage()));
        } catch (IOException unreadable) {
            throw unusable(location, "cannot be read");
        }
    }

    private static UnusableSettingException unusable(String location, String reason) {
        return new UnusableSettingException(
                "stub.seed", location, reason, "Correct the file. Its schema is seed/seed.schema.json in the jar.");
    }

    /**
     * Reads a seed.
     *
     * @throws InvalidJsonException if the seed is invalid
     */
    static Seeds read(byte[] json, ControlsReader controls) {
        SeedFile file = StrictJson.read(json, SeedFile.class);
        Catalog catalog = catalog(file);
        SeedReader reader = new SeedReader(catalog, controls);
        Map<String, AccountSeed> accounts = new TreeMap<>();
        requireNonNullElse(file.accounts(), Map.<String, AccountEntry>of())
                .forEach((key, entry) -> accounts.put(key, within("accounts." + key, () -> reader.account(entry))));
        return new Seeds(catalog, accounts);
    }

    /**
     * Reads the account part of a seed.
     *
     * @param catalog the catalog that the account may refer to
     * @throws InvalidJsonException if it is invalid; paths of members start with {@code seed}
     */
    public static AccountSeed readAccount(JsonNode json, Catalog catalog, ControlsReader controls) {
        SeedReader reader = new SeedReader(catalog, controls);
        return within("seed", () -> reader.account(StrictJson.read(json, AccountEntry.class)));
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

    private static Catalog.Pod pod(PodEntry pod) {
        return new Catalog.Pod(
                text(pod.uuid(), "uuid"),
                text(pod.title(), "title"),
                requireNonNullElse(pod.remark(), ""),
                atLeastOne(pod.podTag(), "pod_tag"),
                within("price", () -> price(pod.price())));
    }

    private static Catalog.Gpu gpu(GpuEntry gpu) {
        return new Catalog.Gpu(
                text(gpu.gpuUuid(), "gpu_uuid"),
                text(gpu.gpuName(), "gpu_name"),
                within("price", () -> price(gpu.price())),
                gpu.stock() == null ? null : (int) natural(gpu.stock(), "stock"));
    }

    private static Catalog.Price price(PriceEntry price) {
        return new Catalog.Price(
                cents(price.hour(), "hour"),
                price.day() == null ? null : cents(price.day(), "day"),
                price.week() == null ? null : cents(price.week(), "week"),
                price.month() == null ? null : cents(price.month(), "month"),
                price.year() == null ? null : cents(price.year(), "year"));
    }

    private static Catalog.MarketImage marketImage(ImageEntry image) {
        SeedFile.ComponentsEntry components = image.components();
        return new Catalog.MarketImage(
                text(image.uuid(), "uuid"),
                new Catalog.Components(
                        components.ubuntu(),
                        components.cuda(),
                        components.python(),
                        components.pyTorch(),
                        components.tensorFlow(),
                        components.paddlePaddle()),
                natural(image.size(), "size"),
                natural(image.createdAt(), "created_at"),
                natural(image.updatedAt(), "updated_at"));
    }

    private AccountSeed account(AccountEntry entry) {
        AccountSeed seed = new AccountSeed(
                each(entry.recharges(), "recharges", SeedReader::recharge),
                each(entry.cards(), "cards", this::card),
                each(entry.bills(), "bills", SeedReader::bill),
                each(unique(entry.images(), PrivateImageEntry::title, "images", "title"), "images", this::image),
                each(entry.instances(), "instances", this::instance),
                controls(entry));
        try {
            seed.requireBalancedBooks();
        } catch (IllegalArgumentException unbalanced) {
            throw new InvalidJsonException("", String.valueOf(unbalanced.getMessage()));
        }
        return seed;
    }

    private AccountSeed.@Nullable Controls controls(AccountEntry entry) {
        // In the JSON tree of a request, null is a value.
        JsonNode clock = entry.clock() == null || entry.clock().isNull() ? null : entry.clock();
        if (clock == null && entry.faults() == null) {
            return null;
        }
        List<FaultDefinition<?>> faults = each(entry.faults(), "faults", controls::fault);
        return new AccountSeed.Controls(
                clock == null ? null : within("clock", () -> controls.clock(clock)),
                faults.stream()
                        .flatMap(fault -> fault.as(ResponseEffect.class).stream())
                        .toList(),
                faults.stream()
                        .flatMap(fault -> fault.as(LifecycleEffect.class).stream())
                        .toList());
    }

    private static PaidIn recharge(SeedFile.RechargeEntry recharge) {
        return new PaidIn(
                cents(recharge.amount(), "amount"),
                past(recharge.tradeOffset(), "trade_offset"),
                past(requireNonNullElse(recharge.payOffset(), recharge.tradeOffset()), "pay_offset"));
    }

    private static PastBill bill(SeedFile.BillEntry bill) {
        long start = past(bill.settleStartOffset(), "settle_start_offset");
        long end = past(bill.settleEndOffset(), "settle_end_offset");
        if (end < start) {
            throw new InvalidJsonException("settle_end_offset", "is before settle_start_offset");
        }
        return new PastBill(
                cents(bill.amount(), "amount"),
                coded(ChargeChannel.values(), ChargeChannel::code, bill.chargeChannel(), "charge_channel"),
                start,
                end);
    }

    private BoundCard card(SeedFile.CardEntry card) {
        long face = cents(card.faceAmount(), "face_amount");
        long leave = cents(requireNonNullElse(card.leaveAmount(), card.faceAmount()), "leave_amount");
        if (leave > face) {
            throw new InvalidJsonException("leave_amount", "is more than face_amount");
        }
        return new BoundCard(
                card.title(),
                face,
                leave,
                cents(requireNonNullElse(card.salePrice(), card.faceAmount()), "sale_price"),
                past(card.bindOffset(), "bind_offset"),
                (int) natural(card.validDays(), "valid_days"),
                each(card.pods(), "pods", pod -> requirePod(pod, "").uuid()));
    }

    private SavedImage image(PrivateImageEntry image) {
        if (image.podUuid() != null) {
            requirePod(image.podUuid(), "pod_uuid");
        }
        int status = requireNonNullElse(image.saveImageStatus(), SaveImageStatus.SUCCEEDED.code());
        return new SavedImage(
                image.title(),
                requireNonNullElse(image.remark(), ""),
                coded(SaveImageStatus.values(), SaveImageStatus::code, status, "save_image_status"),
                past(requireNonNullElse(image.createOffset(), NOW), "create_offset"),
                image.podUuid(),
                image.podTag());
    }

    private RentedInstance instance(InstanceEntry instance) {
        if (catalog.gpu(instance.gpuUuid()).isEmpty()) {
            throw new InvalidJsonException("gpu_uuid", "names no GPU model of this seed");
        }
        if (!List.of(1, 2, 4, 8).contains(instance.gpuNums())) {
            throw new InvalidJsonException("gpu_nums", "must be one of 1, 2, 4, 8");
        }
        Instance.Source source = source(instance);
        int status = requireNonNullElse(instance.status(), InstanceStatus.RUNNING.code());
        return new RentedInstance(
                source,
                instance.gpuUuid(),
                instance.gpuNums(),
                requireNonNullElse(instance.title(), source.imageName()),
                coded(InstanceStatus.values(), InstanceStatus::code, status, "status"),
                past(requireNonNullElse(instance.createOffset(), NOW), "create_offset"));
    }

    private Instance.Source source(InstanceEntry instance) {
        if (instance.podUuid() != null) {
            Catalog.Pod pod = requirePod(instance.podUuid(), "pod_uuid");
            String tag = requireNonNullElse(instance.podTag(), pod.tags().get(0));
            if (!pod.tags().contains(tag)) {
                throw new InvalidJsonException("pod_tag", "is no tag of the pod");
            }
            return Instance.Source.of(pod, tag);
        }
        if (instance.imageUuid() == null) {
            throw new InvalidJsonException("", "needs pod_uuid or image_uuid");
        }
        return catalog.marketImage(instance.imageUuid())
                .map(Instance.Source::of)
                .orElseThrow(() -> new InvalidJsonException("image_uuid", "names no market image of this seed"));
    }

    private Catalog.Pod requirePod(String uuid, String member) {
        return catalog.pod(uuid).orElseThrow(() -> new InvalidJsonException(member, "names no pod of this seed"));
    }
}
