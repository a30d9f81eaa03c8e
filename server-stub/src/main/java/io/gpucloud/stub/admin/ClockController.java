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
    public Clock getClock(GetClockQuery query) {
        return toJson(query.account() == null ? clock.read() : clock.read(lookup.require(query.account())));
    }

    @Override
    public Clock setClock(ClockSetting body, SetClockQuery query) {
        if (query.account() == null) {
            return toJson(clock.set(change(body)));
        }
        AccountKey account = lookup.require(query.account());
        StubClock.Reading set = clock.set(account, lookup.present(account), change(body));
        lookup.open(query.account());
        return toJson(set);
    }

    @Override
    public Clock advanceClock(ClockAdvance body, AdvanceClockQuery query) {
        if (query.account() == null) {
            return toJson(clock.advance(body.seconds()));
        }
        AccountKey account = lookup.open(query.account());
        return toJson(clock.advance(account, lookup.present(account), body.seconds()));
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
