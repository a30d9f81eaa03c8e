package io.gpucloud.stub.domain;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many GPUs of each model an account can have, and how many it holds. */
final class Capacity {

    private final Map<String, Stock> replaced = new TreeMap<>();
    private final Map<String, Integer> held = new HashMap<>();

    /**
     * Stock of a GPU model over time.
     *
     * @param initial number of GPUs before the first step, or null for any number
     * @param schedule what it changes to, and when
     */
    public record Stock(@Nullable Integer initial, List<Step> schedule) {

        /**
         * Stock with its schedule in order of time.
         *
         * @param initial number of GPUs before the first step, or null for any number
         * @param schedule what it changes to, and when; of two steps at one moment the later named wins
         */
        public Stock {
            schedule =
                    schedule.stream().sorted(Comparator.comparingLong(Step::at)).toList();
        }

        @Nullable
        Integer at(long moment) {
            Integer stock = initial;
            for (Step step : schedule) {
                if (step.at() <= moment) {
                    stock = step.stock();
                }
            }
            return stock;
        }
    }

    /**
     * A change of a stock.
     *
     * @param at the moment, in epoch seconds
     * @param stock number of GPUs from then on, or null for any number
     */
    public record Step(long at, @Nullable Integer stock) {}

    void replace(String gpuUuid, Stock stock) {
        replaced.put(gpuUuid, stock);
    }

    boolean hasFree(Catalog.Gpu gpu, int number, long moment) {
        Stock own = replaced.get(gpu.uuid());
        Integer stock = own == null ? gpu.stock() : own.at(moment);
        return stock == null || held.getOrDefault(gpu.uuid(), 0) + number <= stock;
    }

    void take(String gpuUuid, int number) {
        held.merge(gpuUuid, number, Integer::sum);
    }

    void giveBack(String gpuUuid, int number) {
        take(gpuUuid, -number);
    }
}
