package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.PrivateImage;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.AccountLookup;
import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.admin.SeedReader;
import io.gpucloud.stub.admin.contract.PactApi;
import io.gpucloud.stub.admin.model.ProviderStateList;
import io.gpucloud.stub.admin.model.ProviderStateSetUp;
import io.gpucloud.stub.admin.model.ProviderStateValues;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.journal.JournalEntry;
import io.gpucloud.stub.journal.RequestJournal;
import io.gpucloud.stub.json.NearestName;
import io.gpucloud.stub.paging.Page;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists and sets up provider states. A state resets the account of one key to the contents that a contract test
 * expects, and changes nothing else. Several states that a verifier sets up for one interaction add up.
 */
@RestController
final class PactController implements PactApi {

    private static final Page.Request FIRST = new Page.Request(1, 1);
    private static final long HOUR = 3_600;

    private final AccountLookup lookup;
    private final Accounts accounts;
    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final Catalog catalog;
    private final RequestJournal journal;
    /** Read at the first use, because most stubs set up no state. */
    private final Supplier<List<StateDefinition>> states;

    private final Map<AccountKey, Interaction> interactions = new ConcurrentHashMap<>();

    PactController(
            AccountLookup lookup,
            Accounts accounts,
            ApiKeys keys,
            FaultRegistry faults,
            Catalog catalog,
            RequestJournal journal,
            OperationIds operations,
            SeedReader seeds) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.keys = keys;
        this.faults = faults;
        this.catalog = catalog;
        this.journal = journal;
        states = SingletonSupplier.of(
                () -> new ProviderStates(catalog, accounts, keys, faults, operations, seeds).all());
    }

    /**
     * The states that were set up for one interaction of a pact.
     *
     * @param lastRequest identifier of the newest request before them; the next request ends the interaction
     */
    private record Interaction(String lastRequest, List<StateDefinition.Effect> effects) {}

    @Override
    public ProviderStateList listProviderStates() {
        return new ProviderStateList(
                states.get().stream().map(StateDefinition::description).toList());
    }

    @Override
    public ProviderStateValues setUpProviderState(ProviderStateSetUp asked) {
        if ("teardown".equals(asked.action())) {
            interactions.remove(new AccountKey(StateDefinition.account(asked.params())));
            return ProviderStateValues.builder().build();
        }
        StateDefinition state = find(asked.state());
        StateParameters parameters = new StateParameters(state.description().parameters(), asked.params());
        AccountKey account = lookup.require(StateDefinition.account(parameters));
        List<StateDefinition.Effect> effects = new ArrayList<>();
        String lastRequest = lastRequest(account);
        Interaction present = interactions.get(account);
        if ("setup".equals(asked.action())
                && present != null
                && present.lastRequest().equals(lastRequest)) {
            effects.addAll(present.effects());
        }
        effects.add(state.effect().apply(parameters));
        bringAbout(account, effects);
        interactions.put(account, new Interaction(lastRequest, effects));
        return values(account);
    }

    /** The newest request that can belong to an interaction of an account. */
    private String lastRequest(AccountKey account) {
        return journal.newest(account.name()).map(JournalEntry::id).orElse("");
    }

    /**
     * Finds a state. Some verifiers send an empty name where a pact names none.
     *
     * @throws ProblemException if no state has this name; the message names the nearest state and lists all
     */
    private StateDefinition find(String name) {
        String wanted = name.isBlank() ? ProviderStates.AS_IT_OPENS : name;
        List<String> names = states.get().stream().map(StateDefinition::name).toList();
        return states.get().stream()
                .filter(state -> state.name().equals(wanted))
                .findAny()
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "state",
                        "unknown state; the nearest is \""
                                + NearestName.of(names, wanted, Integer.MAX_VALUE)
                                        .orElseThrow() + "\". Known are: " + String.join("; ", names)));
    }

    private void bringAbout(AccountKey account, List<StateDefinition.Effect> effects) {
        keys.reset(account.name());
        faults.removeByKey(account.name());
        effects.stream()
                .map(StateDefinition.Effect::seed)
                .filter(Objects::nonNull)
                .reduce(AccountSeed::and)
                .ifPresentOrElse(seed -> accounts.openFor(account, seed), () -> accounts.reset(account, null));
        effects.forEach(effect -> effect.then().accept(account));
    }

    private ProviderStateValues values(AccountKey account) {
        List<Instance> instances = accounts.read(account, ReadOnlyAccount::listInstances);
        List<PrivateImage> images = accounts.read(account, ReadOnlyAccount::listPrivateImages);
        List<Bill> bills = accounts.read(account, open -> open.listBills(EnumSet.allOf(ChargeChannel.class), "", FIRST))
                .items();
        List<Recharge> recharges =
                accounts.read(account, open -> open.listRecharges("", FIRST)).items();
        return offered()
                .apiKey(account.name())
                .instanceUuid(first(instances, Instance::uuid))
                .imageUuid(first(images, PrivateImage::uuid))
                .orderNumber(first(bills, Bill::orderNumber))
                .tradeNumber(first(recharges, Recharge::tradeNumber))
                .shutdownTime(accounts.moment(account) + HOUR)
                .build();
    }

    private ProviderStateValues.Builder offered() {
        List<Catalog.Pod> pods = catalog.content().pods();
        return ProviderStateValues.builder()
                .podUuid(first(pods, Catalog.Pod::uuid))
                .podTag(first(pods, pod -> pod.tags().get(pod.tags().size() - 1)))
                .gpuUuid(first(catalog.gpus(), Catalog.Gpu::uuid))
                .marketImageUuid(first(catalog.content().images(), Catalog.MarketImage::uuid));
    }

    private static <T> @Nullable String first(List<T> things, Function<T, String> identifier) {
        return things.isEmpty() ? null : identifier.apply(things.get(0));
    }
}
