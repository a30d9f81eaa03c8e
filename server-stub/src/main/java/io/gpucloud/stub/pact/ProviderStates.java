package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.PrivateImage;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.AccountLookup;
import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.admin.model.ProviderState;
import io.gpucloud.stub.admin.model.ProviderStateSetUp;
import io.gpucloud.stub.admin.model.ProviderStateValues;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.json.NearestName;
import io.gpucloud.stub.paging.Page;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Sets up provider states. A state resets the account of one key to the contents that a contract test expects, and changes
 * nothing else.
 */
final class ProviderStates {

    private static final Page.Request FIRST = new Page.Request(1, 1);
    private static final long HOUR = 3_600;

    private final AccountLookup lookup;
    private final Accounts accounts;
    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final Catalog catalog;
    private final List<StateDefinition> states;

    ProviderStates(
            AccountLookup lookup,
            Accounts accounts,
            ApiKeys keys,
            FaultRegistry faults,
            Catalog catalog,
            OperationIds operations) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.keys = keys;
        this.faults = faults;
        this.catalog = catalog;
        states = Stream.concat(new AccountStates(catalog).all().stream(), new ResponseStates(operations).all().stream())
                .toList();
    }

    List<ProviderState> catalogue() {
        return states.stream().map(StateDefinition::describe).toList();
    }

    /**
     * Sets up a state.
     *
     * @throws ProblemException if the state is unknown, or its parameters are invalid
     */
    ProviderStateValues setUp(ProviderStateSetUp asked) {
        if ("teardown".equals(asked.action())) {
            return ProviderStateValues.builder().build();
        }
        StateDefinition state = find(asked.state());
        StateParameters parameters = new StateParameters(state.defaults(), asked.params());
        AccountKey account = lookup.require(StateDefinition.account(parameters));
        StateDefinition.Effect effect = state.effect().apply(parameters);
        bringAbout(account, effect);
        return values(account);
    }

    /**
     * Finds a state. Some verifiers send an empty name where a pact names none.
     *
     * @throws ProblemException if no state has this name; the message names the nearest state and lists all
     */
    private StateDefinition find(String name) {
        String wanted = name.isBlank() ? AccountStates.AS_IT_OPENS : name;
        return states.stream()
                .filter(state -> state.name().equals(wanted))
                .findAny()
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "state",
                        "unknown state; the nearest is \""
                                + NearestName.of(stateNames(), wanted, Integer.MAX_VALUE)
                                        .orElseThrow() + "\". Known are: " + names()));
    }

    private String names() {
        return String.join("; ", stateNames());
    }

    private List<String> stateNames() {
        return states.stream().map(StateDefinition::name).toList();
    }

    private void bringAbout(AccountKey account, StateDefinition.Effect effect) {
        String key = account.name();
        keys.reset(key);
        faults.removeByKey(key);
        if (effect.seed() == null) {
            accounts.reset(account);
        } else {
            accounts.openFor(account, effect.seed());
        }
        effect.then().accept(accounts, account);
        if (effect.status() != null || effect.permission() != null) {
            keys.set(key, effect.status(), effect.permission());
        }
        if (effect.response() != null) {
            addFault(key, effect.operation(), effect.response());
        }
    }

    private void addFault(String key, @Nullable String operation, ResponseEffect.Response response) {
        // An operation that needs no key has no account either, so its fault affects the next request of any caller.
        Scope scope = new Scope(operation, null, operation == null ? key : null);
        ResponseEffect effect = new ResponseEffect(ResponseEffect.Kind.RESPOND, response, 0);
        faults.add(faults.create(scope, effect, 1, 1, null));
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
