package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.admin.model.CallList;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.state.StubResetter;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class StubController implements StubApi {

    private final Rules rules;
    private final StubResetter resetter;
    private final AdminOperations calls = new AdminOperations();

    StubController(Rules rules, StubResetter resetter) {
        this.rules = rules;
        this.resetter = resetter;
    }

    @Override
    public CallList listCalls() {
        return calls.list();
    }

    @Override
    public CatalogDetails getCatalog() {
        return CatalogMapper.toJson(rules.catalog().content(), rules.metering().enabled());
    }

    @Override
    public void resetStub(@Nullable ClockSetting body) {
        resetter.resetAll(body == null ? new StubClock.Change(null, null, null) : ClockController.change(body));
    }
}
