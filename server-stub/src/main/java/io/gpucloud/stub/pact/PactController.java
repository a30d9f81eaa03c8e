package io.gpucloud.stub.pact;

import io.gpucloud.stub.admin.RoutingParameterCheck;
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
    public ProviderStateValues setUpProviderState(ProviderStateSetUp body, SetUpProviderStateQuery query) {
        RoutingParameterCheck.requireSame("api_key", query.apiKey(), StateDefinition.account(body.params()));
        return states.setUp(body);
    }
}
