package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.admin.model.CallList;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class StubController implements StubApi {

    private final Rules rules;
    private final Accounts accounts;
    private final StubClock clock;
    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final RequestJournal journal;
    private final RateLimiter limits;
    private final AdminOperations calls = new AdminOperations();

    StubController(
            Rules rules,
            Accounts accounts,
            StubClock clock,
            ApiKeys keys,
            FaultRegistry faults,
            RequestJournal journal,
            RateLimiter limits) {
        this.rules = rules;
        this.accounts = accounts;
        this.clock = clock;
        this.keys = keys;
        this.faults = faults;
        this.journal = journal;
        this.limits = limits;
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
        clock.reset(body == null ? new StubClock.Change(null, null, null) : ClockController.change(body));
        keys.reset();
        faults.reset();
        accounts.restoreAll(Map.of());
        limits.reset();
        journal.clear();
    }
}
