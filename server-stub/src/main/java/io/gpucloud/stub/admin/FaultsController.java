package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.admin.contract.FaultsApi;
import io.gpucloud.stub.admin.model.Fault;
import io.gpucloud.stub.admin.model.FaultCreation;
import io.gpucloud.stub.admin.model.FaultList;
import io.gpucloud.stub.fault.AnswerFault;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.LifecycleFault;
import io.gpucloud.stub.fault.OperationIds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RestController;

/** Faults of answers live at the door, faults of lifecycles in their account; here they are one list. */
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
        FaultMapper.requireSense(body, operations);
        AccountKey account = body.apiKey() == null ? null : known.require(body.apiKey());
        String id = faults.nextId();
        if (account != null && FaultMapper.isOfLifecycle(body)) {
            LifecycleFault fault = FaultMapper.lifecycleFault(body, id, faults.chance(id));
            accounts.perform(account, new Operation.AddFault(fault));
            return FaultMapper.wire(account, fault);
        }
        AnswerFault fault = FaultMapper.answerFault(body, id, faults.chance(id));
        faults.add(fault);
        return FaultMapper.wire(fault);
    }

    @Override
    public FaultList listFaults() {
        Stream<Fault> ofLifecycles = open().flatMap(
                        account -> ofLifecycles(account).stream().map(fault -> FaultMapper.wire(account, fault)));
        return new FaultList(Stream.concat(faults.list().stream().map(FaultMapper::wire), ofLifecycles)
                .sorted(Comparator.comparingLong(fault -> FaultRegistry.number(fault.id())))
                .toList());
    }

    @Override
    public void deleteFaults() {
        faults.clear();
        open().forEach(account -> ofLifecycles(account).forEach(fault -> remove(account, fault.id())));
    }

    @Override
    public void deleteFault(String id) {
        List<AccountKey> there = open().filter(account -> ofLifecycles(account).stream()
                        .anyMatch(fault -> fault.id().equals(id)))
                .toList();
        there.forEach(account -> remove(account, id));
        if (!faults.remove(id) && there.isEmpty()) {
            throw ProblemException.notFound("there is no such fault");
        }
    }

    /** Each is asked for again when its turn has come: to ask an account that was deleted meanwhile would open it. */
    private Stream<AccountKey> open() {
        return accounts.open().stream().filter(accounts::isOpen);
    }

    private List<LifecycleFault> ofLifecycles(AccountKey account) {
        return accounts.perform(account, new Operation.ListFaults());
    }

    private void remove(AccountKey account, String id) {
        accounts.perform(account, new Operation.RemoveFault(id));
    }
}
