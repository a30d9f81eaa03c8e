package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.admin.contract.FaultsApi;
import io.gpucloud.stub.admin.model.Fault;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.FaultList;
import io.gpucloud.stub.fault.Effect;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RestController;

/** Sets, lists and deletes faults: the response faults of the registry and the lifecycle faults of all accounts. */
@RestController
final class FaultsController implements FaultsApi {

    private final KnownAccounts known;
    private final Accounts accounts;
    private final FaultRegistry faults;
    private final OperationIds operations;

    FaultsController(KnownAccounts known, Accounts accounts, FaultRegistry faults, OperationIds operations) {
        this.known = known;
        this.accounts = accounts;
        this.faults = faults;
        this.operations = operations;
    }

    @Override
    public Fault createFault(FaultCreation body) {
        KnownOperations.require(operations, body.operation());
        FaultMapper.requireConsistent(body, operations);
        AccountKey account = body.apiKey() == null ? null : known.require(body.apiKey());
        Effect effect = FaultMapper.effect(body);
        double probability = FaultMapper.probability(body);
        if (account != null && effect instanceof LifecycleEffect lifecycle) {
            var fault = faults.create(lifecycle, body.times(), probability);
            accounts.perform(account, new Operation.AddFault(fault));
            return FaultMapper.toJson(account, fault);
        }
        var fault = faults.create(FaultMapper.scope(body), (ResponseEffect) effect, body.times(), probability);
        faults.add(fault);
        return FaultMapper.toJson(fault);
    }

    @Override
    public FaultList listFaults() {
        Stream<Fault> lifecycleFaults = open().flatMap(
                        account -> lifecycleFaults(account).stream().map(fault -> FaultMapper.toJson(account, fault)));
        return new FaultList(Stream.concat(faults.list().stream().map(FaultMapper::toJson), lifecycleFaults)
                .sorted(Comparator.comparingLong(fault -> FaultRegistry.number(fault.id())))
                .toList());
    }

    @Override
    public void deleteFaults() {
        faults.clear();
        open().forEach(account -> lifecycleFaults(account).forEach(fault -> remove(account, fault.id())));
    }

    @Override
    public void deleteFault(String id) {
        List<AccountKey> holders = open().filter(account -> lifecycleFaults(account).stream()
                        .anyMatch(fault -> fault.id().equals(id)))
                .toList();
        holders.forEach(account -> remove(account, id));
        if (!faults.remove(id) && holders.isEmpty()) {
            throw ProblemException.notFound("there is no such fault");
        }
    }

    /** Checks each account again just before its use, because an operation on an account deleted meanwhile would open it. */
    private Stream<AccountKey> open() {
        return accounts.open().stream().filter(accounts::isOpen);
    }

    private List<io.gpucloud.stub.fault.Fault<LifecycleEffect>> lifecycleFaults(AccountKey account) {
        return accounts.perform(account, new Operation.ListFaults());
    }

    private void remove(AccountKey account, String id) {
        accounts.perform(account, new Operation.RemoveFault(id));
    }
}
