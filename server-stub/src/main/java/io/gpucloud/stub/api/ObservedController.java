package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.api.contract.ObservedApi;
import io.gpucloud.stub.api.model.Acknowledgement;
import io.gpucloud.stub.api.model.InstanceReference;
import io.gpucloud.stub.api.model.InstanceResponse;
import org.springframework.web.bind.annotation.RestController;

/** Operations that the service does not document. {@link RoutingFilter} rejects them unless the stub is set to serve them. */
@RestController
final class ObservedController implements ObservedApi {

    private final Accounts accounts;
    private final ApiMapper mapper;

    ObservedController(Accounts accounts, ApiMapper mapper) {
        this.accounts = accounts;
        this.mapper = mapper;
    }

    @Override
    public InstanceResponse getInstance(AccountKey caller, GetInstanceQuery query) {
        return mapper.created(accounts.read(caller, account -> account.getInstance(query.instanceUuid())));
    }

    @Override
    public Acknowledgement shutDownInstance(AccountKey caller, InstanceReference body) {
        accounts.change(caller, account -> account.shutDown(body.instanceUuid()));
        return mapper.done();
    }
}
