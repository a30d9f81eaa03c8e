package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.enumValues;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quicktheories.core.Gen;

/**
 * Properties of the ledger in all orders of events: no instance of others is destroyed, no instance is left that
 * nothing names, no limit is exceeded, and no tag has two instances. Each build reads about 100,000 lists. With the
 * system property {@code ledger.runs=700000}, it reads about 10,000,000, and with {@code ledger.seed} others.
 */
class LedgerPropertiesTest {

    private static final int RUNS = Integer.getInteger("ledger.runs", 7_000);

    /** The same runs in each build, so that no build fails by chance. */
    private static final long SEED = Long.getLong("ledger.seed", 1);

    /** Enough for a short list of steps. The default takes minutes. */
    private static final int SHRINKS = 2_000;

    enum Verb {
        RENT,
        RESPOND,
        LOOK,
        LOOK_AGAIN,
        END,
        KEEP,
        RESTART,
        SHUT_DOWN,
        FOREIGN,
        WRONG_DATE,
        WAIT,
        WAIT_LONG
    }

    /** One step. A step that is impossible at the moment changes nothing. */
    record Step(Verb verb, int n) {

        void apply(LedgerWorld world) {
            switch (verb) {
                case RENT -> world.rent(n);
                case RESPOND -> world.respond(n);
                case LOOK, LOOK_AGAIN -> world.look(n);
                case END -> world.end(n);
                case KEEP -> world.keep(n);
                case RESTART -> world.restart(n);
                case SHUT_DOWN -> world.shutDown(n);
                case FOREIGN -> world.createForeign(n);
                case WRONG_DATE -> world.wrongDate();
                case WAIT -> world.pass(n % 60);
                case WAIT_LONG -> world.pass(n);
            }
        }
    }

    private static Gen<List<Step>> steps() {
        Gen<Step> step = pick(Arrays.asList(Verb.values())).zip(integers().between(0, 3_000), Step::new);
        return lists().of(step).ofSizeBetween(0, 40);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void holdInAllOrdersOfEvents() {
        AtomicLong lists = new AtomicLong();
        qt().withFixedSeed(SEED)
                .withExamples(RUNS)
                .withShrinkCycles(SHRINKS)
                .forAll(enumValues(AccountUse.class), steps())
                .checkAssert((use, steps) -> {
                    LedgerWorld world = new LedgerWorld(use);
                    for (Step step : steps) {
                        step.apply(world);
                        world.check();
                    }
                    world.checkTheEnd();
                    lists.addAndGet(world.lists());
                });
        assertThat(lists.get()).as("lists").isGreaterThan(RUNS * 12L);
    }
}
