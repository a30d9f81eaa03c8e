package io.gpucloud.stub.pact;

import io.gpucloud.stub.admin.contract.PactApi;
import io.gpucloud.stub.admin.model.ProviderStateList;
import io.gpucloud.stub.admin.model.ProviderStateSetUp;
import io.gpucloud.stub.admin.model.ProviderStateValues;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class PactController implements PactApi {

    private final ProviderStates states;

    PactController(ProviderStates states) {
        this.states = states;
    }

    @Override
    public ProviderStateList listProviderStates() {
        return new ProviderStateList(states.catalogue());
    }

    @Override
    public ProviderStateValues setUpProviderState(ProviderStateSetUp body) {
        return states.setUp(body);
    }
}
