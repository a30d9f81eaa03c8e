package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.AccountSeed.BoundCard;
import io.gpucloud.stub.account.AccountSeed.PaidIn;
import io.gpucloud.stub.account.AccountSeed.PastBill;
import io.gpucloud.stub.account.AccountSeed.RentedInstance;
import io.gpucloud.stub.account.AccountSeed.SavedImage;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.SaveImageStatus;
import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.pact.StateDefinition.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;

/** Provider states that set the contents of an account. */
final class AccountStates {

    static final String AS_IT_OPENS = "an account as it opens";

    private static final AccountSeed FUNDED = AccountSeed.ofBalance(100_000);
    private static final StockSchedule SOLD_OUT = new StockSchedule(0, List.of());
    private static final long DAY = 86_400;
    private static final long HOUR = 3_600;
    private static final long MINUTE = 60;

    private final Catalog catalog;
    private final Accounts accounts;

    AccountStates(Catalog catalog, Accounts accounts) {
        this.catalog = catalog;
        this.accounts = accounts;
    }

    List<StateDefinition> all() {
        List<StateDefinition> states = new ArrayList<>(List.of(
                StateDefinition.of(
                        AS_IT_OPENS,
                        "The account has the recharges, cards and bills of the seed, and no instances or images. An empty name means this state.",
                        given -> Effect.then(account -> {})),
                StateDefinition.of(
                        "an account with nothing but money",
                        "The account has a balance, and neither cards, bills, images nor instances.",
                        given -> Effect.owns(AccountSeed.ofBalance(given.cents("balance"))),
                        new ProviderStateParameter("balance", "Its balance, up to 1000000000.", "1000.00")),
                soldOut()));
        Stream.of(InstanceStatus.values())
                .filter(InstanceStatus::isDocumented)
                .forEach(status -> states.add(instance(status)));
        states.addAll(List.of(
                StateDefinition.of(
                        "an instance's image is uploading",
                        "The account has one instance, which is being saved as an image and cannot be destroyed.",
                        given -> new Effect(running(), this::saveTheInstance)),
                image("a private image is ready", "succeeded, status 2", SaveImageStatus.SUCCEEDED),
                image("a private image is uploading", "is under way, status 1", SaveImageStatus.UPLOADING),
                image("a private image has failed", "failed, status 3", SaveImageStatus.FAILED),
                bills(),
                recharges(),
                card()));
        return states;
    }

    private StateDefinition soldOut() {
        return StateDefinition.of(
                "a GPU model is sold out",
                "The account can have no GPU of a model.",
                given -> {
                    String gpu = given.text("gpu_uuid");
                    if (catalog.gpu(gpu).isEmpty()) {
                        throw StateParameters.invalid("gpu_uuid", "names no GPU model of the seed");
                    }
                    return new Effect(
                            FUNDED, account -> accounts.change(account, open -> open.replaceStock(gpu, SOLD_OUT)));
                },
                new ProviderStateParameter(
                        "gpu_uuid", "The model.", quoted(catalog.gpus().isEmpty() ? "" : gpu().uuid())));
    }

    private StateDefinition instance(InstanceStatus status) {
        return StateDefinition.of(
                "an instance is " + status.label(),
                "The account has money and one instance with status " + status.code() + ", " + status.label() + ".",
                given -> Effect.owns(owningInstance(given.oneOf("gpu_nums", 1, 2, 4, 8), status, given.text("title"))),
                new ProviderStateParameter("gpu_nums", "Its number of GPUs: 1, 2, 4 or 8.", "1"),
                new ProviderStateParameter("title", "Its title.", quoted("training")));
    }

    private StateDefinition image(String name, String upload, SaveImageStatus status) {
        return StateDefinition.of(
                name,
                "The account has money, a running instance and one private image, whose upload " + upload + ".",
                given -> Effect.owns(owningImage(given.text("title"), status)),
                new ProviderStateParameter(
                        "title", "Its title, which no other image can have then.", quoted("render-base")));
    }

    private static StateDefinition bills() {
        return StateDefinition.of(
                "the account has bills of a channel",
                "The account has bills of 1.00 each, all of one channel, and the recharge or card that paid for them.",
                given -> {
                    boolean byCard = given.oneOf("charge_channel", 1, 2) == ChargeChannel.CARD.code();
                    int count = given.number("count", 0, 1_000);
                    return Effect.owns(
                            byCard
                                    ? card(1_000_000, 100L * count, List.of()).and(bills(count, ChargeChannel.CARD))
                                    : AccountSeed.ofBalance(1_000_000).and(bills(count, ChargeChannel.BALANCE)));
                },
                new ProviderStateParameter("count", "How many, up to 1000.", "3"),
                new ProviderStateParameter("charge_channel", "1 for the balance, 2 for a compute card.", "1"));
    }

    private static StateDefinition recharges() {
        return StateDefinition.of(
                "the account has recharges",
                "The account has a number of recharges of 100.00 each, and nothing else.",
                given -> Effect.owns(new AccountSeed(
                        IntStream.range(0, given.number("count", 0, 1_000))
                                .mapToObj(i -> new PaidIn(10_000, -DAY + i, -DAY + i))
                                .toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())),
                new ProviderStateParameter("count", "How many, up to 1000.", "3"));
    }

    private StateDefinition card() {
        return StateDefinition.of(
                "the account has a compute card",
                "The account has one compute card that applies to one pod, and no money.",
                given -> Effect.owns(card(given.cents("face_amount"), 0, List.of(pod().uuid()))),
                new ProviderStateParameter(
                        "face_amount", "Its face value, up to 1000000000; all of it is left.", "100.00"));
    }

    private void saveTheInstance(AccountKey account) {
        String instance = accounts.read(account, ReadOnlyAccount::listInstances).stream()
                .filter(listed -> listed.status() == InstanceStatus.RUNNING)
                .findFirst()
                .orElseThrow()
                .uuid();
        accounts.change(account, open -> open.saveImage(instance, null, null));
    }

    private AccountSeed running() {
        return owningInstance(1, InstanceStatus.RUNNING, "training");
    }

    private AccountSeed owningInstance(int gpuNums, InstanceStatus status, String title) {
        Instance.Source source = Instance.Source.of(pod(), pod().tags().get(0));
        RentedInstance instance = new RentedInstance(source, gpu().uuid(), gpuNums, title, status, -HOUR);
        return new AccountSeed(FUNDED.recharges(), List.of(), List.of(), List.of(), List.of(instance));
    }

    private AccountSeed owningImage(String title, SaveImageStatus status) {
        Catalog.Pod pod = pod();
        SavedImage image =
                new SavedImage(title, "", status, -DAY, pod.uuid(), pod.tags().get(0));
        return running().and(new AccountSeed(List.of(), List.of(), List.of(), List.of(image), List.of()));
    }

    private static AccountSeed bills(int count, ChargeChannel channel) {
        List<PastBill> bills = IntStream.range(0, count)
                .mapToObj(i -> new PastBill(100, channel, -DAY + i * MINUTE, -DAY + (i + 1) * MINUTE))
                .toList();
        return new AccountSeed(List.of(), List.of(), bills, List.of(), List.of());
    }

    private static AccountSeed card(long face, long spent, List<String> pods) {
        BoundCard card = new BoundCard("Compute card", face, face - spent, face, -DAY, 365, pods);
        return new AccountSeed(List.of(), List.of(card), List.of(), List.of(), List.of());
    }

    private Catalog.Pod pod() {
        return first(catalog.content().pods());
    }

    private Catalog.Gpu gpu() {
        return first(catalog.gpus());
    }

    private static <T> T first(List<T> offered) {
        if (offered.isEmpty()) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT, "state", "needs a seed that has pods and GPU models");
        }
        return offered.get(0);
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
