package io.gpucloud.stub.fault;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong so many times, each time with some probability.
 *
 * @param <F> what it is
 */
public interface Striking<F extends Striking<F>> {

    /**
     * How often it still strikes.
     *
     * @return how often, or null for ever
     */
    @Nullable
    Integer times();

    /**
     * How likely it strikes each time.
     *
     * @return above 0 and at most 1
     */
    double probability();

    /**
     * Where its sequence of chances stands.
     *
     * @return the chance that was drawn last
     */
    DeterministicRandom chance();

    /**
     * The same, once a chance is drawn.
     *
     * @param times how often it still strikes, or null for ever
     * @param chance the chance that was drawn
     * @return the same
     */
    F with(@Nullable Integer times, DeterministicRandom chance);

    /**
     * Lets the first strike that is meant and whose chance it is, and counts it. Chances are drawn in the list itself, and what
     * has struck for the last time is taken out of it.
     *
     * @param <F> what they are
     * @param faults all there are, in the order in which they strike
     * @param meant which may strike now
     * @return the one that strikes, as it is from now on, or nothing
     */
    static <F extends Striking<F>> Optional<F> strikeFirst(List<F> faults, Predicate<F> meant) {
        for (int i = 0; i < faults.size(); i++) {
            F fault = faults.get(i);
            if (meant.test(fault)) {
                DeterministicRandom chance = fault.chance().next();
                if (chance.favours(fault.probability())) {
                    return Optional.of(struck(faults, i, chance));
                }
                faults.set(i, fault.with(fault.times(), chance));
            }
        }
        return Optional.empty();
    }

    private static <F extends Striking<F>> F struck(List<F> faults, int index, DeterministicRandom chance) {
        F fault = faults.get(index);
        Integer times = fault.times();
        F struck = times == null ? fault.with(null, chance) : fault.with(times - 1, chance);
        if (times != null && times == 1) {
            faults.remove(index);
        } else {
            faults.set(index, struck);
        }
        return struck;
    }
}
