package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.api.StubApi;
import io.gpucloud.stub.admin.wire.ClockSetting;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.domain.Accounts;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class StubController implements StubApi {

    private final Accounts accounts;
    private final StubClock clock;
    private final Keys keys;
    private final Faults faults;
    private final Journal journal;
    private final RateLimits limits;

    StubController(Accounts accounts, StubClock clock, Keys keys, Faults faults, Journal journal, RateLimits limits) {
        this.accounts = accounts;
        this.clock = clock;
        this.keys = keys;
        this.faults = faults;
        this.journal = journal;
        this.limits = limits;
    }

    @Override
    public void resetStub(@Nullable ClockSetting body) {
        clock.reset(body == null ? new StubClock.Change(null, null, null) : ClockController.change(body));
        keys.reset();
        faults.reset();
        accounts.putAll(Map.of());
        limits.reset();
        journal.clear();
    }
}
