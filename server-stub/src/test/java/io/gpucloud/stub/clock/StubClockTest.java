package io.gpucloud.stub.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.store.ConflictException;
import io.gpucloud.stub.store.InMemorySharedStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StubClockTest {

    private static final AccountKey ACCOUNT = new AccountKey("tenant-a");

    private Instant machine = Instant.ofEpochSecond(1_000_000);
    private final InstantSource source = () -> machine;
    private final StubClock clock = new StubClock(source, null, false, new InMemorySharedStore<>());

    private void passes(Duration time) {
        machine = machine.plus(time);
    }

    @Test
    void showsTheTimeOfTheMachineUntilItIsSet() {
        assertThat(clock.now()).isEqualTo(1_000_000);
        passes(Duration.ofMillis(1_999));
        assertThat(clock.now()).isEqualTo(1_000_001);
    }

    @Test
    void standsStillWhenFrozenAndGoesOnFromThereWhenReleased() {
        clock.set(new ClockChange(null, true, null));
        passes(Duration.ofHours(1));
        assertThat(clock.now()).isEqualTo(1_000_000);
        clock.set(new ClockChange(null, false, null));
        passes(Duration.ofSeconds(5));
        assertThat(clock.now()).isEqualTo(1_000_005);
    }

    @Test
    void runsAtTheGivenSpeed() {
        clock.set(new ClockChange(null, null, 60.0));
        passes(Duration.ofSeconds(2));
        assertThat(clock.now()).isEqualTo(1_000_120);
        clock.set(new ClockChange(null, null, 0.5));
        passes(Duration.ofSeconds(2));
        assertThat(clock.now()).isEqualTo(1_000_121);
    }

    @Test
    void givesAnAccountItsOwnTime() {
        clock.set(ACCOUNT, 1_000_000, new ClockChange(2_000_000L, true, null));
        assertThat(clock.now(ACCOUNT)).isEqualTo(2_000_000);
        assertThat(clock.now()).isEqualTo(1_000_000);
        assertThat(clock.now(new AccountKey("tenant-b"))).isEqualTo(1_000_000);
        clock.release(ACCOUNT);
        assertThat(clock.now(ACCOUNT)).isEqualTo(1_000_000);
    }

    @Test
    void doesNotGoBack() {
        assertThatThrownBy(() -> clock.set(new ClockChange(999_999L, null, null)))
                .isInstanceOf(ConflictException.class);
        assertThat(clock.set(new ClockChange(1_000_000L, null, null)).now()).isEqualTo(1_000_000);
    }

    @Test
    void isAdvancedByEveryCaller() {
        clock.set(new ClockChange(null, true, null));
        IntStream.range(0, 800).parallel().forEach(i -> {
            clock.advance(1);
            clock.advance(ACCOUNT, 1_000_000, 1);
        });
        assertThat(clock.now()).isEqualTo(1_000_800);
        assertThat(clock.now(ACCOUNT)).isGreaterThanOrEqualTo(1_000_800);
    }

    @Test
    void isAdvancedFromWhereItIsThoughTimePassesMeanwhile() {
        var hasty = new StubClock(
                () -> {
                    passes(Duration.ofMillis(10));
                    return machine;
                },
                null,
                false,
                new InMemorySharedStore<>());
        hasty.set(new ClockChange(null, null, 100_000.0));
        long before = hasty.now();
        assertThat(hasty.advance(0).now()).isGreaterThanOrEqualTo(before);
        assertThat(hasty.advance(ACCOUNT, before, 10).now()).isGreaterThanOrEqualTo(before + 10);
    }

    @Test
    void startsAtItsSettingAndReturnsToItOnReset() {
        StubClock started = new StubClock(source, 500L, false, new InMemorySharedStore<>());
        passes(Duration.ofSeconds(10));
        assertThat(started.now()).isEqualTo(510);
        started.set(ACCOUNT, 510, new ClockChange(9_000L, true, 2.0));
        started.reset(new ClockChange(null, null, null));
        assertThat(started.now()).isEqualTo(500);
        assertThat(started.now(ACCOUNT)).isEqualTo(500);
        started.reset(new ClockChange(7L, true, null));
        assertThat(started.now()).isEqualTo(7);
    }
}
