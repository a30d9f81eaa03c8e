package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.api.PactApi;
import io.gpucloud.stub.admin.wire.ProviderStateList;
import io.gpucloud.stub.admin.wire.ProviderStateSetUp;
import io.gpucloud.stub.admin.wire.ProviderStateValues;
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
