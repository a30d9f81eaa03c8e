package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.wire.ProviderState;
import io.gpucloud.stub.admin.wire.ProviderStateParameter;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.OperationIds;
import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.AccountSeed;
import io.gpucloud.stub.domain.AccountSeed.BoundCard;
import io.gpucloud.stub.domain.AccountSeed.PaidIn;
import io.gpucloud.stub.domain.AccountSeed.PastBill;
import io.gpucloud.stub.domain.AccountSeed.RentedInstance;
import io.gpucloud.stub.domain.AccountSeed.SavedImage;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Channel;
import io.gpucloud.stub.domain.Instance;
import io.gpucloud.stub.domain.Operation;
import io.gpucloud.stub.domain.Status;
import io.gpucloud.stub.domain.Stock;
import io.gpucloud.stub.domain.UploadStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All provider states, each with its name, its parameters and what it brings about. */
final class StateCatalogue {

    static final String API_KEY = "api_key";
    static final String AS_IT_OPENS = "an account as it opens";

    private static final long FUNDS = 100_000;
    private static final long DAY = 86_400;
    private static final long HOUR = 3_600;
    private static final Parameter KEY = new Parameter(API_KEY, "The key that opens the account.", "\"demo-key\"");
    private static final Parameter OPERATION = new Parameter(
            "operation",
            "operationId of the operation that is answered so, if it is one that needs no key; empty for whatever the"
                    + " key asks next.",
            "\"\"");

    private final Catalog catalog;
    private final OperationIds operationIds;
    private final List<State> states = new ArrayList<>();

    StateCatalogue(Catalog catalog, OperationIds operationIds) {
        this.catalog = catalog;
        this.operationIds = operationIds;
        addAccounts();
        addInstances();
        addImages();
        addMoney();
        addKeys();
        addAnswers();
    }

    /**
     * A state.
     *
     * @param name its name
     * @param text what it brings about, in words
     * @param parameters its parameters
     * @param effect what it brings about
     */
    record State(String name, String text, List<Parameter> parameters, Function<StateParameters, Effect> effect) {

        Map<String, JsonNode> defaults() {
            Map<String, JsonNode> defaults = new LinkedHashMap<>();
            parameters.forEach(parameter ->
                    defaults.put(parameter.name(), JsonMapper.shared().readTree(parameter.defaultJson())));
            return Collections.unmodifiableMap(defaults);
        }

        ProviderState describe() {
            return new ProviderState(
                    name,
                    text,
                    parameters.stream()
                            .map(parameter -> new ProviderStateParameter(
                                    parameter.name(), parameter.text(), parameter.defaultJson()))
                            .toList());
        }
    }

    /**
     * A parameter of a state.
     *
     * @param name its name
     * @param text what it means, in words
     * @param defaultJson its value when it is left out
     */
    record Parameter(String name, String text, String defaultJson) {}

    /**
     * What a state brings about, on an account whose key and faults are as at the start.
     *
     * @param seed what the account owns, or null for what it owns when it opens
     * @param then what happens in it then
     * @param status what becomes of the key, or null
     * @param permission what the key may do, or null
     * @param answer what the next request is answered, or null for what is due to it
     * @param operation the operation that is answered so, or null for any that the key asks
     */
    record Effect(
            @Nullable AccountSeed seed,
            BiConsumer<Accounts, AccountKey> then,
            Keys.@Nullable Status status,
            Keys.@Nullable Permission permission,
            Faults.@Nullable Answer answer,
            @Nullable String operation) {

        private static void nothing(Accounts accounts, AccountKey account) {
            // Most states are there as soon as their account is open.
        }

        static Effect of(@Nullable AccountSeed seed) {
            return of(seed, Effect::nothing);
        }

        static Effect of(@Nullable AccountSeed seed, BiConsumer<Accounts, AccountKey> then) {
            return new Effect(seed, then, null, null, null, null);
        }

        static Effect of(Keys.@Nullable Status status, Keys.@Nullable Permission permission) {
            return new Effect(null, Effect::nothing, status, permission, null, null);
        }

        static Effect of(Faults.Answer answer, @Nullable String operation) {
            return new Effect(null, Effect::nothing, null, null, answer, operation);
        }
    }

    List<State> states() {
        return states;
    }

    private void add(String name, String text, Function<StateParameters, Effect> effect, Parameter... parameters) {
        List<Parameter> all = new ArrayList<>(List.of(KEY));
        all.addAll(List.of(parameters));
        states.add(new State(name, text, List.copyOf(all), effect));
    }

    private void addAccounts() {
        add(
                AS_IT_OPENS,
                "The account owns what every account owns when it opens. An empty name means this state.",
                given -> Effect.of(null));
        add(
                "an account with nothing but money",
                "The account has a balance, and neither cards, bills, images nor instances.",
                given -> Effect.of(AccountSeed.ofBalance(given.cents("balance"))),
                new Parameter("balance", "Its balance.", "1000.00"));
        add(
                "a GPU model is sold out",
                "The account can have no GPU of a model.",
                given -> {
                    String gpu = given.text("gpu_uuid");
                    if (catalog.gpu(gpu).isEmpty()) {
                        throw ProblemException.badState("params.gpu_uuid", "names no GPU model of the seed");
                    }
                    Operation<Stock> sellOut = new Operation.ReplaceStock(gpu, new Stock(0, List.of()));
                    return Effect.of(
                            AccountSeed.ofBalance(FUNDS), (accounts, account) -> accounts.perform(account, sellOut));
                },
                new Parameter("gpu_uuid", "The model.", quoted(catalog.gpus().isEmpty() ? "" : gpu().uuid())));
    }

    private void addInstances() {
        addInstance("an instance is created", "is in status 1", Status.CREATED);
        addInstance("an instance is running", "runs, status 2", Status.RUNNING);
        addInstance("an instance is shutting down", "is on its way down, status 21", Status.SHUTTING_DOWN);
        addInstance("an instance is shut down", "is down, status 22", Status.SHUT_DOWN);
        add(
                "an instance's image is uploading",
                "The account holds one instance, which was just saved; it cannot be destroyed now.",
                given -> Effect.of(seed(1, Status.RUNNING, "training"), StateCatalogue::saveTheInstance));
    }

    private static void saveTheInstance(Accounts accounts, AccountKey account) {
        String instance =
                accounts.perform(account, new Operation.ListInstances()).get(0).uuid();
        accounts.perform(account, new Operation.SaveImage(instance, null, null));
    }

    private void addInstance(String name, String status, Status in) {
        add(
                name,
                "The account has money and one instance, which " + status + ".",
                given -> Effect.of(seed(given.number("gpu_nums", 1, 8), in, given.text("title"))),
                new Parameter("gpu_nums", "Its number of GPUs.", "1"),
                new Parameter("title", "Its title.", "\"training\""));
    }

    private void addImages() {
        addImage("a private image is ready", "succeeded, status 2", UploadStatus.SUCCEEDED);
        addImage("a private image is uploading", "is under way, status 1", UploadStatus.UPLOADING);
        addImage("a private image has failed", "failed, status 3", UploadStatus.FAILED);
    }

    private void addImage(String name, String upload, UploadStatus status) {
        add(
                name,
                "The account has money, a running instance and one private image, whose upload " + upload + ".",
                given -> {
                    Catalog.Pod pod = pod();
                    SavedImage image = new SavedImage(
                            given.text("title"),
                            "",
                            status,
                            -DAY,
                            pod.uuid(),
                            pod.tags().get(0));
                    AccountSeed running = seed(1, Status.RUNNING, "training");
                    return Effect.of(new AccountSeed(
                            running.recharges(), List.of(), List.of(), List.of(image), running.instances()));
                },
                new Parameter("title", "Its title, which no other image can have then.", "\"render-base\""));
    }

    private void addMoney() {
        add(
                "the account has bills of a channel",
                "The account has a number of bills of 1.00 each, all of one channel, and what was needed to pay them.",
                given -> Effect.of(bills(given.number("count", 0, 1_000), given.number("charge_channel", 1, 2))),
                new Parameter("count", "How many.", "3"),
                new Parameter("charge_channel", "1 for the balance, 2 for a compute card.", "1"));
        add(
                "the account has recharges",
                "The account has a number of recharges of 100.00 each, and nothing else.",
                given -> Effect.of(new AccountSeed(
                        IntStream.range(0, given.number("count", 0, 1_000))
                                .mapToObj(i -> new PaidIn(10_000, -DAY + i, -DAY + i))
                                .toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())),
                new Parameter("count", "How many.", "3"));
        add(
                "the account has a compute card",
                "The account has one compute card that applies to one pod, and no money.",
                given -> {
                    long face = given.cents("face_amount");
                    BoundCard card = new BoundCard("Compute card", face, face, face, -DAY, 365, List.of(pod().uuid()));
                    return Effect.of(new AccountSeed(List.of(), List.of(card), List.of(), List.of(), List.of()));
                },
                new Parameter("face_amount", "Its face value, all of which is left.", "100.00"));
    }

    private void addKeys() {
        add(
                "the key may only read",
                "The key has no permission for operations that change something: HTTP 403.",
                given -> Effect.of(null, Keys.Permission.READ_ONLY));
        add(
                "the key is disabled",
                "The key was switched off: HTTP 401.",
                given -> Effect.of(Keys.Status.DISABLED, null));
        add(
                "the key has expired",
                "The time of the key is over: HTTP 401.",
                given -> Effect.of(Keys.Status.EXPIRED, null));
        add(
                "the key may do nothing that is asked next",
                "The next request is answered with HTTP 403.",
                given -> answered(given, new Faults.Answer(403, null, null, null, null)),
                OPERATION);
    }

    private void addAnswers() {
        add(
                "the next request is one too many",
                "The next request is answered with HTTP 429.",
                given -> {
                    int seconds = given.number("retry_after", -1, 86_400);
                    return answered(given, new Faults.Answer(429, null, null, null, seconds < 0 ? null : seconds));
                },
                OPERATION,
                new Parameter("retry_after", "Seconds that Retry-After names; -1 for no such header.", "3"));
        add(
                "the next request fails inside the service",
                "The next request is answered with HTTP 500 and code -2.",
                given -> answered(given, new Faults.Answer(500, null, null, null, null)),
                OPERATION);
        add(
                "the next request is not found",
                "The next request is answered with HTTP 404.",
                given -> answered(given, new Faults.Answer(404, null, null, null, null)),
                OPERATION);
        add(
                "the next request is refused",
                "The next request is answered with HTTP 200 and a code that is not 0.",
                given -> answered(
                        given, new Faults.Answer(200, given.number("code", -2, 2), given.text("msg"), null, null)),
                OPERATION,
                new Parameter("code", "The code.", "-1"),
                new Parameter("msg", "The message.", "\"the query failed\""));
        add(
                "the next request has bad parameters",
                "The next request is answered with HTTP 400 in the alternative form.",
                given -> answered(given, new Faults.Answer(400, null, null, null, null)),
                OPERATION);
    }

    private Effect answered(StateParameters given, Faults.Answer answer) {
        String operation = given.text("operation");
        if (!operation.isEmpty() && !operationIds.open().contains(operation)) {
            throw ProblemException.badState("params.operation", "must be empty or one of " + operationIds.open());
        }
        return Effect.of(answer, operation.isEmpty() ? null : operation);
    }

    private AccountSeed seed(int gpuNums, Status status, String title) {
        Instance.Source source = Instance.Source.of(pod(), pod().tags().get(0));
        RentedInstance instance = new RentedInstance(source, gpu().uuid(), gpuNums, title, status, -HOUR);
        return new AccountSeed(
                AccountSeed.ofBalance(FUNDS).recharges(), List.of(), List.of(), List.of(), List.of(instance));
    }

    private static AccountSeed bills(int count, int channel) {
        boolean byCard = channel == Channel.CARD.code();
        List<PastBill> bills = IntStream.range(0, count)
                .mapToObj(i -> new PastBill(
                        100, byCard ? Channel.CARD : Channel.BALANCE, -DAY + i * HOUR / 60, -DAY + (i + 1) * HOUR / 60))
                .toList();
        BoundCard card =
                new BoundCard("Compute card", 1_000_000, 1_000_000 - 100L * count, 1_000_000, -DAY, 365, List.of());
        return new AccountSeed(
                AccountSeed.ofBalance(1_000_000).recharges(),
                byCard ? List.of(card) : List.of(),
                bills,
                List.of(),
                List.of());
    }

    private Catalog.Pod pod() {
        return first(catalog.content().pods());
    }

    private Catalog.Gpu gpu() {
        return first(catalog.gpus());
    }

    private static <T> T first(List<T> offered) {
        if (offered.isEmpty()) {
            throw ProblemException.badState("state", "needs a seed that has pods and GPU models");
        }
        return offered.get(0);
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
