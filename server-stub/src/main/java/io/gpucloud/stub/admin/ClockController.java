package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.admin.contract.ClockApi;
import io.gpucloud.stub.admin.model.Clock;
import io.gpucloud.stub.admin.model.ClockAdvance;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.clock.StubClock;
import java.math.BigDecimal;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class ClockController implements ClockApi {

    private final AccountLookup lookup;
    private final StubClock clock;

    ClockController(AccountLookup lookup, StubClock clock) {
        this.lookup = lookup;
        this.clock = clock;
    }

    @Override
    public Clock getClock() {
        return toJson(clock.read());
    }

    @Override
    public Clock setClock(ClockSetting body) {
        return toJson(clock.set(change(body)));
    }

    @Override
    public Clock advanceClock(ClockAdvance body) {
        return toJson(clock.advance(body.seconds()));
    }

    @Override
    public Clock getAccountClock(String account) {
        return toJson(clock.read(lookup.require(account)));
    }

    @Override
    public Clock setAccountClock(String account, ClockSetting body) {
        AccountKey key = lookup.require(account);
        StubClock.Reading set = clock.set(key, lookup.present(key), change(body));
        lookup.open(account);
        return toJson(set);
    }

    @Override
    public Clock advanceAccountClock(String account, ClockAdvance body) {
        AccountKey key = lookup.open(account);
        return toJson(clock.advance(key, lookup.present(key), body.seconds()));
    }

    @Override
    public void releaseAccountClock(String account) {
        clock.release(lookup.require(account));
    }

    static ClockChange change(ClockSetting setting) {
        Double speed = setting.speed() == null ? null : setting.speed().doubleValue();
        return new ClockChange(setting.now(), setting.frozen(), speed);
    }

    static Clock toJson(StubClock.Reading reading) {
        BigDecimal speed = BigDecimal.valueOf(reading.speed()).stripTrailingZeros();
        return new Clock(reading.now(), reading.frozen(), speed);
    }
}
