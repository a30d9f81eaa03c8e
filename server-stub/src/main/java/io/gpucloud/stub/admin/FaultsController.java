package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.contract.FaultsApi;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.FaultDetails;
import io.gpucloud.stub.admin.model.FaultList;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.json.InvalidJsonException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sets, lists and deletes faults: the response faults of the registry and the lifecycle faults of all accounts. */
@RestController
final class FaultsController implements FaultsApi {

    private final AccountLookup lookup;
    private final Accounts accounts;
    private final FaultRegistry faults;
    private final StubClock clock;
    private final OperationIds operations;
    private final Revisions revisions;

    FaultsController(
            AccountLookup lookup,
            Accounts accounts,
            FaultRegistry faults,
            StubClock clock,
            OperationIds operations,
            Revisions revisions) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.faults = faults;
        this.clock = clock;
        this.operations = operations;
        this.revisions = revisions;
    }

    @Override
    public FaultDetails createFault(FaultCreation body) {
        operations.require(body.operation());
        FaultDefinition<?> definition = FaultMapper.definition(body);
        AccountKey account = body.apiKey() == null ? null : lookup.require(body.apiKey());
        var lifecycle = definition.as(LifecycleEffect.class);
        if (lifecycle.isPresent()) {
            return addLifecycleFault(account, lifecycle.get());
        }
        long now = account == null ? clock.now() : clock.now(account);
        var fault = faults.create(definition.as(ResponseEffect.class).orElseThrow(), now);
        faults.add(fault);
        return FaultMapper.toJson(fault);
    }

    private FaultDetails addLifecycleFault(@Nullable AccountKey account, FaultDefinition<LifecycleEffect> definition) {
        if (account == null) {
            throw new InvalidJsonException("api_key", "is required for a lifecycle fault");
        }
        var fault = faults.create(definition, clock.now(account));
        accounts.change(account, open -> open.addFault(fault));
        return FaultMapper.toJson(account, fault);
    }

    @Override
    public FaultList listFaults(ListFaultsQuery query) {
        return revisions.sendIfNewer(new FaultList(details(selection(null, query.operation(), query.apiKey()))));
    }

    private List<FaultDetails> details(Selection selection) {
        Stream<FaultDetails> responseFaults = faults.list().stream()
                .filter(selection::includes)
                .filter(this::isActive)
                .map(FaultMapper::toJson);
        Stream<FaultDetails> lifecycleFaults = selection.accounts().stream()
                .flatMap(account -> lifecycleFaults(account)
                        .filter(selection::includesId)
                        .map(fault -> FaultMapper.toJson(account, fault)));
        return Stream.concat(responseFaults, lifecycleFaults)
                .sorted(Comparator.comparingLong(fault -> FaultRegistry.number(fault.id())))
                .toList();
    }

    private boolean isActive(Fault<ResponseEffect> fault) {
        String apiKey = Objects.requireNonNull(fault.scope()).apiKey();
        return !fault.trigger().isOver(apiKey == null ? clock.now() : clock.now(new AccountKey(apiKey)));
    }

    @Override
    public void deleteFaults(DeleteFaultsQuery query) {
        Selection selection = selection(query.id(), query.operation(), query.apiKey());
        if (query.id() != null && details(selection).isEmpty()) {
            throw new ProblemException(HttpStatus.NOT_FOUND, "there is no such fault");
        }
        faults.removeAll(selection::includes);
        selection
                .accounts()
                .forEach(account -> lifecycleFaults(account)
                        .filter(selection::includesId)
                        .forEach(fault -> remove(account, fault.id())));
    }

    /**
     * Selects the faults of a call.
     *
     * @param id identifier of the fault, or null for any
     * @param operation operationId of the faults, or null for any
     * @param account account of the faults, or null for any
     */
    private record Selection(
            @Nullable String id,
            @Nullable String operation,
            @Nullable AccountKey account,
            List<AccountKey> accounts) {

        boolean includes(Fault<ResponseEffect> fault) {
            Scope scope = Objects.requireNonNull(fault.scope());
            return includesId(fault)
                    && (operation == null || operation.equals(scope.operation()))
                    && (account == null || account.name().equals(scope.apiKey()));
        }

        boolean includesId(Fault<?> fault) {
            return id == null || id.equals(fault.id());
        }
    }

    /** Lifecycle faults name no operation, so a selection by operation has none of them. */
    private Selection selection(@Nullable String id, @Nullable String operation, @Nullable String apiKey) {
        operations.require(operation);
        AccountKey account = apiKey == null ? null : lookup.require(apiKey);
        Stream<AccountKey> holders = operation == null
                ? accounts.open().stream().filter(key -> account == null || account.equals(key))
                : Stream.empty();
        return new Selection(id, operation, account, holders.toList());
    }

    private Stream<Fault<LifecycleEffect>> lifecycleFaults(AccountKey account) {
        return accounts.readIfOpen(account, ReadOnlyAccount::listFaults).stream()
                .flatMap(List::stream);
    }

    private void remove(AccountKey account, String id) {
        accounts.changeIfOpen(account, open -> open.removeFault(id));
    }
}
