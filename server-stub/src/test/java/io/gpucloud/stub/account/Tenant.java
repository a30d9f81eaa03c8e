package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountSeed.BoundCard;
import io.gpucloud.stub.account.AccountSeed.PaidIn;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.account.Rules.Metering;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.Catalog.Components;
import io.gpucloud.stub.catalog.Catalog.Gpu;
import io.gpucloud.stub.catalog.Catalog.MarketImage;
import io.gpucloud.stub.catalog.Catalog.Pod;
import io.gpucloud.stub.catalog.Catalog.Price;
import io.gpucloud.stub.fault.DeterministicRandom;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import io.gpucloud.stub.fault.Trigger;
import io.gpucloud.stub.paging.Page;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An account with methods to use it. Its time advances only when a test advances it. */
public final class Tenant {

    static final long START = 1_767_225_600;
    static final long MINUTE = 60;
    static final long HOUR = 3_600;
    static final long DAY = 24 * HOUR;
    public static final Page.Request ALL = new Page.Request(1, 1_000);

    /** The price per hour of one GPU of {@link #FREE_GPU}, in cents. */
    static final long HOURLY = 198;

    public static final String POD = "pod-comfyui";
    public static final String OTHER_POD = "pod-jupyterlab";
    public static final String MARKET_IMAGE = "img-pytorch";
    public static final String FREE_GPU = "gpu-free";
    public static final String SCARCE_GPU = "gpu-scarce";
    public static final String SOLD_OUT_GPU = "gpu-sold-out";

    static final Durations DURATIONS = new Durations(20, 10, 30);
    public static final Catalog CATALOG = new Catalog(
            List.of(
                    new Pod(POD, "ComfyUI", "", List.of("0.3", "0.2"), price(198)),
                    new Pod(OTHER_POD, "JupyterLab", "", List.of("4.2"), price(150))),
            List.of(
                    new Gpu(FREE_GPU, "Free", price(HOURLY), null),
                    new Gpu(SCARCE_GPU, "Scarce", price(450), 4),
                    new Gpu(SOLD_OUT_GPU, "Sold out", price(1280), 0)),
            List.of(
                    new MarketImage(
                            MARKET_IMAGE, new Components("22.04", "12.4", "3.11", "2.5.1", null, null), 9, 1, 2),
                    new MarketImage("img-python", new Components("24.04", null, "3.1", null, null, null), 9, 1, 2)));

    private static final AtomicLong GENERATIONS = new AtomicLong();

    private Account account;
    private final Rules rules;
    private long now = START;

    private Tenant(Rules rules, AccountSeed seed) {
        this.rules = rules;
        account = seed.open(new AccountKey("tenant"), rules, now, GENERATIONS.incrementAndGet());
    }

    /** An account with 1,000.00 and no card. */
    static Tenant withFunds() {
        return with(100_000);
    }

    static Tenant with(long cents, BoundCard... cards) {
        return new Tenant(rules(new Metering(true, true), 100), seed(cents, cards));
    }

    static Tenant with(Rules rules, AccountSeed seed) {
        return new Tenant(rules, seed);
    }

    static Rules rules(Metering metering, int maxBills) {
        return rules(CATALOG, DURATIONS, metering, 10_000, maxBills);
    }

    /** Rules with the timer unit, start mode and title that the default settings have. */
    public static Rules rules(Catalog catalog, Durations durations, Metering metering, int maxInstances, int maxBills) {
        return new Rules(
                catalog,
                durations,
                metering,
                maxInstances,
                maxBills,
                false,
                TimerUnit.EITHER,
                StartMode.AUTOMATIC,
                InstanceTitle.IMAGE_NAME,
                BilledPrice.GPU);
    }

    static Rules rules(TimerUnit timerUnit, StartMode startMode) {
        return new Rules(
                CATALOG,
                DURATIONS,
                new Metering(true, true),
                10_000,
                100,
                false,
                timerUnit,
                startMode,
                InstanceTitle.IMAGE_NAME,
                BilledPrice.GPU);
    }

    static AccountSeed seed(long cents, BoundCard... cards) {
        List<PaidIn> recharges = cents == 0 ? List.of() : List.of(new PaidIn(cents, -DAY, -DAY));
        return new AccountSeed(recharges, List.of(cards), List.of(), List.of(), List.of());
    }

    static BoundCard card(long cents, int validDays, String... pods) {
        return new BoundCard("Card", cents, cents, cents, 0, validDays, List.of(pods));
    }

    public static Price price(long hour) {
        return new Price(hour, null, null, null, null);
    }

    long now() {
        return now;
    }

    Tenant after(long seconds) {
        now += seconds;
        return this;
    }

    <R> R does(Function<Account, R> operation) {
        return account.change(now, operation);
    }

    <R> R reads(Function<ReadOnlyAccount, R> reading) {
        return account.read(now, reading);
    }

    /** Performs an operation that must be rejected. Returns {@code ERROR_CASE message}. */
    String isRefused(Function<Account, ?> operation) {
        try {
            does(operation);
        } catch (DomainException rejection) {
            return rejection.error() + " " + rejection.getMessage();
        }
        throw new AssertionError("not refused");
    }

    /** Rents one GPU that is always free. The instance does not run yet. */
    String creates() {
        return does(account -> account.createFromPod(POD, null, FREE_GPU, 1)).uuid();
    }

    /** Rents one GPU and waits until it runs. */
    String runs() {
        String uuid = creates();
        after(DURATIONS.boot());
        return uuid;
    }

    /** Rents one GPU and waits until the instance has shut down. */
    String hasShutDown() {
        String uuid = runs();
        does(account -> account.saveImage(uuid, null, null));
        after(DURATIONS.imageUpload());
        return uuid;
    }

    Instance sees(String uuid) {
        return reads(ReadOnlyAccount::listInstances).stream()
                .filter(instance -> instance.uuid().equals(uuid))
                .findAny()
                .orElseThrow(() -> new AssertionError("not listed: " + uuid));
    }

    InstanceStatus status(String uuid) {
        return sees(uuid).status();
    }

    /** Expects that an instance gets a status after this time and no sooner. */
    void becomes(InstanceStatus status, String uuid, long seconds) {
        InstanceStatus before = status(uuid);
        assertThat(after(seconds - 1).status(uuid)).isEqualTo(before).isNotEqualTo(status);
        assertThat(after(1).status(uuid)).isEqualTo(status);
    }

    PrivateImage image(String uuid) {
        return reads(ReadOnlyAccount::listPrivateImages).stream()
                .filter(image -> image.uuid().equals(uuid))
                .findAny()
                .orElseThrow();
    }

    long balance() {
        return reads(ReadOnlyAccount::getBalance).cents();
    }

    long cardBalance() {
        return reads(ReadOnlyAccount::getBalance).cardCents();
    }

    List<Bill> bills() {
        return reads(account -> account.listBills(EnumSet.allOf(ChargeChannel.class), "", ALL))
                .items();
    }

    Tenant suffers(Kind kind, long seconds, @Nullable Integer times) {
        does(account -> account.addFault(fault("fault-1", kind, seconds, times)));
        return this;
    }

    static Fault<LifecycleEffect> fault(String id, Kind kind, long seconds, @Nullable Integer times) {
        Trigger trigger = new Trigger(times, 1, new DeterministicRandom(0), null);
        return new Fault<>(id, null, new LifecycleEffect(kind, seconds), trigger);
    }

    AccountSnapshot state() {
        return reads(ReadOnlyAccount::export);
    }

    /** Replaces the account by a copy of its exported state. */
    Tenant moved() {
        account = new Account(new AccountKey("tenant"), rules, state(), GENERATIONS.incrementAndGet());
        return this;
    }
}
