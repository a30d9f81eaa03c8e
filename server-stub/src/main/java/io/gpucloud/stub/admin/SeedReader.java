package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.SeedValues.cents;
import static io.gpucloud.stub.admin.SeedValues.coded;
import static io.gpucloud.stub.admin.SeedValues.each;
import static io.gpucloud.stub.admin.SeedValues.past;
import static io.gpucloud.stub.admin.SeedValues.unique;
import static io.gpucloud.stub.admin.SeedValues.within;
import static java.util.Objects.requireNonNull;
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
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.SeedBill;
import io.gpucloud.stub.admin.model.SeedCard;
import io.gpucloud.stub.admin.model.SeedImage;
import io.gpucloud.stub.admin.model.SeedInstance;
import io.gpucloud.stub.admin.model.SeedRecharge;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.Seeds;
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

    private final RequestBinder binder;
    private final OperationIds operations;

    public SeedReader(RequestBinder binder, OperationIds operations) {
        this.binder = binder;
        this.operations = operations;
    }

    /**
     * Reads the seed that the configuration names.
     *
     * @throws UnusableSettingException if it is invalid or cannot be read
     */
    public Seeds read(String location, ResourceLoader resources) {
        Resource file = resources.getResource(OF_THE_STUB.getOrDefault(location, location));
        try {
            byte[] json = file.getContentAsByteArray();
            // The seeds of the stub are valid, and validation takes a part of the start.
            return OF_THE_STUB.containsKey(location) ? seeds(StrictJson.read(json, SeedFile.class)) : read(json);
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
    public Seeds read(byte[] json) {
        return seeds(binder.validate(StrictJson.read(json, SeedFile.class)));
    }

    private Seeds seeds(SeedFile file) {
        Catalog catalog = catalog(file);
        Map<String, AccountSeed> accounts = new TreeMap<>();
        requireNonNullElse(file.accounts(), Map.<String, io.gpucloud.stub.admin.model.AccountSeed>of())
                .forEach((key, seed) -> accounts.put(key, within("accounts." + key, () -> account(seed, catalog))));
        return new Seeds(catalog, accounts);
    }

    /** The catalog of a seed. A seed without any part of it has the default one. */
    private static Catalog catalog(SeedFile file) {
        if (file.pods() == null && file.gpus() == null && file.marketImages() == null) {
            return catalog(defaultSeed());
        }
        return new Catalog(
                each(unique(file.pods(), SeedFile.PodEntry::uuid, "pods", "uuid"), "pods", SeedReader::pod),
                each(unique(file.gpus(), SeedFile.GpuEntry::gpuUuid, "gpus", "gpu_uuid"), "gpus", SeedReader::gpu),
                each(
                        unique(file.marketImages(), SeedFile.ImageEntry::uuid, "market_images", "uuid"),
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

    private static Catalog.Pod pod(SeedFile.PodEntry pod) {
        String remark = requireNonNullElse(pod.remark(), "");
        Catalog.Price price = within("price", () -> price(pod.price()));
        return new Catalog.Pod(pod.uuid(), pod.title(), remark, pod.podTag(), price);
    }

    private static Catalog.Gpu gpu(SeedFile.GpuEntry gpu) {
        return new Catalog.Gpu(gpu.gpuUuid(), gpu.gpuName(), within("price", () -> price(gpu.price())), gpu.stock());
    }

    private static Catalog.Price price(SeedFile.PriceEntry price) {
        return new Catalog.Price(
                cents(price.hour(), "hour"),
                price.day() == null ? null : cents(price.day(), "day"),
                price.week() == null ? null : cents(price.week(), "week"),
                price.month() == null ? null : cents(price.month(), "month"),
                price.year() == null ? null : cents(price.year(), "year"));
    }

    private static Catalog.MarketImage marketImage(SeedFile.ImageEntry image) {
        var parts = image.components();
        var components = new Catalog.Components(
                parts.ubuntu(),
                parts.cuda(),
                parts.python(),
                parts.pyTorch(),
                parts.tensorFlow(),
                parts.paddlePaddle());
        return new Catalog.MarketImage(image.uuid(), components, image.size(), image.createdAt(), image.updatedAt());
    }

    /**
     * Reads the contents of an account from JSON.
     *
     * @param catalog the catalog that the account may refer to
     * @throws InvalidJsonException if they are invalid
     */
    public AccountSeed account(JsonNode given, Catalog catalog) {
        return account(binder.read(given, io.gpucloud.stub.admin.model.AccountSeed.class), catalog);
    }

    /**
     * Reads the member {@code seed} of a body.
     *
     * @param catalog the catalog that the account may refer to
     * @throws InvalidJsonException if it is invalid
     */
    @Nullable
    AccountSeed member(io.gpucloud.stub.admin.model.@Nullable AccountSeed seed, Catalog catalog) {
        return seed == null ? null : within("seed", () -> account(seed, catalog));
    }

    /**
     * Reads the contents of an account.
     *
     * @param catalog the catalog that the account may refer to
     * @throws InvalidJsonException if they are invalid
     */
    AccountSeed account(io.gpucloud.stub.admin.model.AccountSeed given, Catalog catalog) {
        AccountSeed seed = new AccountSeed(
                each(given.recharges(), "recharges", SeedReader::recharge),
                each(given.cards(), "cards", card -> card(card, catalog)),
                each(given.bills(), "bills", SeedReader::bill),
                each(
                        unique(given.images(), SeedImage::title, "images", "title"),
                        "images",
                        image -> image(image, catalog)),
                each(given.instances(), "instances", instance -> instance(instance, catalog)),
                controls(given));
        try {
            seed.requireBalancedBooks();
        } catch (IllegalArgumentException unbalanced) {
            throw new InvalidJsonException("", String.valueOf(unbalanced.getMessage()));
        }
        return seed;
    }

    private AccountSeed.@Nullable Controls controls(io.gpucloud.stub.admin.model.AccountSeed given) {
        if (given.clock() == null && given.faults() == null) {
            return null;
        }
        List<FaultDefinition<?>> faults = each(given.faults(), "faults", this::fault);
        return new AccountSeed.Controls(
                given.clock() == null ? null : ClockController.change(given.clock()),
                faults.stream()
                        .flatMap(fault -> fault.as(ResponseEffect.class).stream())
                        .toList(),
                faults.stream()
                        .flatMap(fault -> fault.as(LifecycleEffect.class).stream())
                        .toList());
    }

    private FaultDefinition<?> fault(FaultCreation fault) {
        if (fault.apiKey() != null) {
            throw new InvalidJsonException("api_key", "is not allowed in a seed, whose faults belong to its account");
        }
        operations.require(fault.operation());
        return FaultMapper.definition(fault);
    }

    private static PaidIn recharge(SeedRecharge recharge) {
        return new PaidIn(
                cents(recharge.amount(), "amount"),
                past(recharge.tradeOffset(), "trade_offset"),
                past(requireNonNullElse(recharge.payOffset(), recharge.tradeOffset()), "pay_offset"));
    }

    private static PastBill bill(SeedBill bill) {
        long start = past(bill.settleStartOffset(), "settle_start_offset");
        long end = past(bill.settleEndOffset(), "settle_end_offset");
        if (end < start) {
            throw new InvalidJsonException("settle_end_offset", "is before settle_start_offset");
        }
        long cents = cents(bill.amount(), "amount");
        int code = bill.chargeChannel();
        ChargeChannel channel = coded(ChargeChannel.values(), ChargeChannel::code, code, "charge_channel");
        return new PastBill(cents, channel, start, end);
    }

    private static BoundCard card(SeedCard card, Catalog catalog) {
        long face = cents(card.faceAmount(), "face_amount");
        long leave = cents(requireNonNullElse(card.leaveAmount(), card.faceAmount()), "leave_amount");
        if (leave > face) {
            throw new InvalidJsonException("leave_amount", "is more than face_amount");
        }
        long sale = cents(requireNonNullElse(card.salePrice(), card.faceAmount()), "sale_price");
        long bound = past(card.bindOffset(), "bind_offset");
        return new BoundCard(card.title(), face, leave, sale, bound, card.validDays(), pods(card.pods(), catalog));
    }

    private static SavedImage image(SeedImage image, Catalog catalog) {
        if (image.podUuid() != null) {
            requirePod(image.podUuid(), "pod_uuid", catalog);
        }
        int code = requireNonNullElse(image.saveImageStatus(), SaveImageStatus.SUCCEEDED.code());
        SaveImageStatus status = coded(SaveImageStatus.values(), SaveImageStatus::code, code, "save_image_status");
        String remark = requireNonNullElse(image.remark(), "");
        long created = past(requireNonNullElse(image.createOffset(), NOW), "create_offset");
        return new SavedImage(image.title(), remark, status, created, image.podUuid(), image.podTag());
    }

    private static RentedInstance instance(SeedInstance instance, Catalog catalog) {
        if (catalog.gpu(instance.gpuUuid()).isEmpty()) {
            throw new InvalidJsonException("gpu_uuid", "names no GPU model of the seed");
        }
        if (!List.of(1, 2, 4, 8).contains(instance.gpuNums())) {
            throw new InvalidJsonException("gpu_nums", "must be one of 1, 2, 4, 8");
        }
        Instance.Source source = source(instance, catalog);
        int code = requireNonNullElse(instance.status(), InstanceStatus.RUNNING.code());
        InstanceStatus status = coded(InstanceStatus.values(), InstanceStatus::code, code, "status");
        String title = requireNonNullElse(instance.title(), source.imageName());
        long created = past(requireNonNullElse(instance.createOffset(), NOW), "create_offset");
        return new RentedInstance(source, instance.gpuUuid(), instance.gpuNums(), title, status, created);
    }

    private static Instance.Source source(SeedInstance instance, Catalog catalog) {
        if ((instance.podUuid() == null) == (instance.imageUuid() == null)) {
            throw new InvalidJsonException("", "needs either pod_uuid or image_uuid");
        }
        if (instance.podUuid() != null) {
            Catalog.Pod pod = requirePod(instance.podUuid(), "pod_uuid", catalog);
            String tag = requireNonNullElse(instance.podTag(), pod.tags().get(0));
            if (!pod.tags().contains(tag)) {
                throw new InvalidJsonException("pod_tag", "is no tag of the pod");
            }
            return Instance.Source.of(pod, tag);
        }
        return catalog.marketImage(requireNonNull(instance.imageUuid()))
                .map(Instance.Source::of)
                .orElseThrow(() -> new InvalidJsonException("image_uuid", "names no market image of the seed"));
    }

    /** The pods of a card. */
    static List<String> pods(@Nullable List<String> uuids, Catalog catalog) {
        return each(uuids, "pods", uuid -> requirePod(uuid, "", catalog).uuid());
    }

    private static Catalog.Pod requirePod(String uuid, String member, Catalog catalog) {
        return catalog.pod(uuid).orElseThrow(() -> new InvalidJsonException(member, "names no pod of the seed"));
    }
}
