package io.gpucloud.stub.api;

import io.gpucloud.stub.account.GpuAvailability;
import io.gpucloud.stub.api.model.Balance;
import io.gpucloud.stub.api.model.Bill;
import io.gpucloud.stub.api.model.BillList;
import io.gpucloud.stub.api.model.Card;
import io.gpucloud.stub.api.model.CardList;
import io.gpucloud.stub.api.model.CardPod;
import io.gpucloud.stub.api.model.Envelope;
import io.gpucloud.stub.api.model.GpuList;
import io.gpucloud.stub.api.model.GpuModel;
import io.gpucloud.stub.api.model.ImageComponents;
import io.gpucloud.stub.api.model.Instance;
import io.gpucloud.stub.api.model.MarketImage;
import io.gpucloud.stub.api.model.MarketImageList;
import io.gpucloud.stub.api.model.Pod;
import io.gpucloud.stub.api.model.PodList;
import io.gpucloud.stub.api.model.Price;
import io.gpucloud.stub.api.model.PrivateImage;
import io.gpucloud.stub.api.model.PrivateImageList;
import io.gpucloud.stub.api.model.Recharge;
import io.gpucloud.stub.api.model.RechargeList;
import io.gpucloud.stub.api.model.ShutdownRegular;
import io.gpucloud.stub.api.observed.ObservedInstance;
import io.gpucloud.stub.api.observed.ServerMapEntry;
import io.gpucloud.stub.api.observed.SshInfo;
import io.gpucloud.stub.billing.Card.State;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.paging.Page;
import io.gpucloud.stub.settings.Assumptions;
import io.gpucloud.stub.settings.Assumptions.InstanceListMembers;
import io.gpucloud.stub.settings.Assumptions.InstanceListPaging;
import io.gpucloud.stub.settings.Assumptions.ServerUrlForm;
import io.gpucloud.stub.settings.Assumptions.TimerOffForm;
import io.gpucloud.stub.settings.StubProperties;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.NullNode;

/** Maps the model to the types of the contract. */
final class ApiMapper {

    private static final int SSH_PORT = 2222;

    private final Catalog catalog;
    private final Assumptions assumptions;
    private final StubProperties settings;

    ApiMapper(Catalog catalog, StubProperties settings) {
        this.catalog = catalog;
        this.assumptions = settings.assumptions();
        this.settings = settings;
    }

    Envelope<Void> done() {
        return Envelope.success(null);
    }

    Envelope<Object> created(io.gpucloud.stub.account.Instance instance) {
        boolean leftOut = assumptions.serverUrlForm() == ServerUrlForm.ABSENT_THEN_EMPTY;
        return Envelope.success(instance(instance, leftOut ? null : serverUrl(instance)));
    }

    Envelope<Object> read(io.gpucloud.stub.account.Instance instance) {
        return Envelope.success(instance(instance, serverUrl(instance)));
    }

    /** The instances of a list. The service documents neither the total nor the page. */
    record InstanceList(
            List<Object> instanceList,
            @Nullable Integer total,
            @Nullable Integer page,
            @Nullable Integer pageSize) {}

    Envelope<Object> instances(Page<io.gpucloud.stub.account.Instance> page, Page.Request used) {
        InstanceListPaging paging = assumptions.instanceListPaging();
        Integer total = settings.observed() || paging != InstanceListPaging.NONE ? page.total() : null;
        List<Object> listed = page.map(this::listed).items();
        InstanceList list = paging == InstanceListPaging.PAGES
                ? new InstanceList(listed, total, used.number(), used.size())
                : new InstanceList(listed, total, null, null);
        return Envelope.success(list);
    }

    private Object listed(io.gpucloud.stub.account.Instance instance) {
        if (assumptions.instanceListMembers() == InstanceListMembers.ALL) {
            return instance(instance, serverUrl(instance));
        }
        return observed(
                instance,
                Instance.builder()
                        .instanceUuid(instance.uuid())
                        .status(instance.status().code())
                        .title(instance.title())
                        .serverUrl(serverUrl(instance))
                        .build());
    }

    Envelope<MarketImageList> marketImages(Page<Catalog.MarketImage> page, Page.Request used) {
        List<MarketImage> listed = page.map(ApiMapper::marketImage).items();
        MarketImageList list = new MarketImageList(listed, page.total(), used.number(), used.size());
        return Envelope.success(list);
    }

    Envelope<PrivateImageList> privateImages(List<io.gpucloud.stub.account.PrivateImage> images) {
        List<PrivateImage> listed = images.stream().map(ApiMapper::privateImage).toList();
        return Envelope.success(new PrivateImageList(listed, images.size()));
    }

    Envelope<PodList> pods(Page<Catalog.Pod> page) {
        return Envelope.success(new PodList(page.map(ApiMapper::pod).items(), page.total()));
    }

    Envelope<GpuList> gpus(List<GpuAvailability> offers) {
        List<GpuModel> listed = offers.stream().map(ApiMapper::gpu).toList();
        return Envelope.success(new GpuList(listed, offers.size()));
    }

    Envelope<Balance> balance(io.gpucloud.stub.billing.Balance balance) {
        return Envelope.success(new Balance(Money.of(balance.cents()), Money.of(balance.cardCents())));
    }

    Envelope<CardList> cards(Page<CardView> page) {
        return Envelope.success(new CardList(page.map(this::card).items(), page.total()));
    }

    Envelope<BillList> bills(Page<io.gpucloud.stub.billing.Bill> page) {
        return Envelope.success(new BillList(page.map(ApiMapper::bill).items(), page.total()));
    }

    Envelope<RechargeList> recharges(Page<io.gpucloud.stub.billing.Recharge> page) {
        return Envelope.success(new RechargeList(page.map(ApiMapper::recharge).items(), page.total()));
    }

    private Object instance(io.gpucloud.stub.account.Instance instance, @Nullable Object serverUrl) {
        var order = instance.order();
        Instance documented = new Instance(
                instance.uuid(),
                instance.status().code(),
                instance.title(),
                instance.createTime(),
                instance.startTime() == 0 ? null : instance.startTime(),
                instance.upload() == null ? null : instance.upload().code(),
                assumptions.chargingType(),
                timer(instance.shutdownTime()),
                order.source().imageUuid(),
                order.source().imageName(),
                order.source().imageTag(),
                order.gpuUuid(),
                catalog.gpu(order.gpuUuid()).orElseThrow().name(),
                order.gpuNums(),
                serverUrl);
        return observed(instance, documented);
    }

    /** The record with its observed members if it has any. */
    private Object observed(io.gpucloud.stub.account.Instance instance, Instance documented) {
        List<ServerMapEntry> serverMap = serverMap(instance);
        return serverMap == null ? documented : new ObservedInstance(documented, serverMap);
    }

    private @Nullable ShutdownRegular timer(long shutdownTime) {
        return shutdownTime == 0 && assumptions.timerOffForm() == TimerOffForm.ABSENT
                ? null
                : new ShutdownRegular(shutdownTime, shutdownTime != 0);
    }

    private @Nullable List<String> addresses(io.gpucloud.stub.account.Instance instance) {
        String template = settings.instances().serverUrl();
        List<String> addresses = instance.serverUrl();
        return template == null || addresses == null || addresses.isEmpty()
                ? addresses
                : List.of(template.replace("{instance_uuid}", instance.uuid()));
    }

    /**
     * The observed addresses: one entry for each address, and one for SSH, whose password is recognizable as made up.
     */
    private @Nullable List<ServerMapEntry> serverMap(io.gpucloud.stub.account.Instance instance) {
        List<String> addresses = addresses(instance);
        if (!settings.observed() || addresses == null || addresses.isEmpty()) {
            return null;
        }
        String name = instance.uuid().substring(0, Math.min(8, instance.uuid().length()));
        String host = name + ".gpu-cloud.invalid";
        String title = instance.order().source().imageName();
        Stream<ServerMapEntry> web = addresses.stream().map(url -> new ServerMapEntry(title, url, "http", "tcp", null));
        SshInfo login = new SshInfo(host, SSH_PORT, "root", "stub-" + name);
        return Stream.concat(web, Stream.of(new ServerMapEntry("SSH", host + ":" + SSH_PORT, "ssh", "tcp", login)))
                .toList();
    }

    /** The addresses, or the form that is assumed if there are none. */
    private Object serverUrl(io.gpucloud.stub.account.Instance instance) {
        List<String> addresses = addresses(instance);
        ServerUrlForm form = assumptions.serverUrlForm();
        if (addresses != null && !addresses.isEmpty()) {
            return form == ServerUrlForm.STRING ? addresses.get(0) : addresses;
        }
        return switch (form) {
            case ABSENT_THEN_EMPTY, EMPTY_LIST -> List.of();
            case NULL -> NullNode.instance;
            case EMPTY_STRING, STRING -> "";
            case FALSE -> false;
            case ZERO -> 0;
        };
    }

    private static MarketImage marketImage(Catalog.MarketImage image) {
        var parts = image.components();
        var components = new ImageComponents(
                parts.cuda(),
                parts.paddlePaddle(),
                parts.pyTorch(),
                parts.python(),
                parts.tensorFlow(),
                parts.ubuntu());
        return new MarketImage(image.uuid(), components, image.size(), image.createdAt(), image.updatedAt());
    }

    private static PrivateImage privateImage(io.gpucloud.stub.account.PrivateImage image) {
        Long tenths = image.sizeInTenths();
        return new PrivateImage(
                image.title(),
                image.uuid(),
                image.remark(),
                image.layerCount(),
                tenths == null ? null : BigDecimal.valueOf(tenths, 1),
                image.podUuid(),
                image.podTag(),
                image.status().code(),
                image.createTime());
    }

    private static Pod pod(Catalog.Pod pod) {
        return new Pod(pod.title(), pod.uuid(), pod.remark(), pod.tags(), price(pod.price()));
    }

    private static GpuModel gpu(GpuAvailability offer) {
        Catalog.Gpu gpu = offer.gpu();
        return new GpuModel(gpu.name(), gpu.uuid(), offer.available() ? 1 : 0, price(gpu.price()));
    }

    private static Price price(Catalog.Price price) {
        return new Price(
                Money.of(price.hour()),
                optionalMoney(price.day()),
                optionalMoney(price.week()),
                optionalMoney(price.month()),
                optionalMoney(price.year()));
    }

    private Card card(CardView view) {
        var card = view.card();
        return new Card(
                card.uuid(),
                card.title(),
                card.number(),
                Money.of(card.faceCents()),
                Money.of(card.leaveCents()),
                Money.of(card.saleCents()),
                card.bindTime(),
                view.state() == State.EXPIRED ? "released" : "bound",
                card.expireDate(),
                card.validDays(),
                switch (view.state()) {
                    case USABLE -> "usable";
                    case USED_UP -> "used up";
                    case EXPIRED -> "expired";
                },
                card.podUuids().stream()
                        .map(uuid -> new CardPod(
                                uuid, catalog.pod(uuid).orElseThrow().title()))
                        .toList());
    }

    private static Bill bill(io.gpucloud.stub.billing.Bill bill) {
        return new Bill(
                Money.of(bill.cents()),
                bill.channel().code(),
                bill.orderNumber(),
                bill.end(),
                bill.start(),
                bill.end(),
                bill.remark());
    }

    private static Recharge recharge(io.gpucloud.stub.billing.Recharge recharge) {
        return new Recharge(
                Money.of(recharge.cents()), recharge.tradeTime(), recharge.payTime(), recharge.tradeNumber());
    }

    private static @Nullable BigDecimal optionalMoney(@Nullable Long cents) {
        return cents == null ? null : Money.of(cents);
    }
}
