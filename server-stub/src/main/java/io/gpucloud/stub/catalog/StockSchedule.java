package io.gpucloud.stub.catalog;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of GPUs of a model that an account can have, over time.
 *
 * @param initial number of GPUs before the first change, or null for any number
 */
public record StockSchedule(@Nullable Integer initial, List<Change> schedule) {

    /**
     * Creates a stock. Sorts the changes by time.
     *
     * @param initial number of GPUs before the first change, or null for any number
     * @param schedule the changes; of two changes at the same moment, the later one in the list wins
     */
    public StockSchedule {
        schedule =
                schedule.stream().sorted(Comparator.comparingLong(Change::at)).toList();
    }

    /**
     * A change of a stock.
     *
     * @param at the moment, in epoch seconds
     * @param stock number of GPUs from then on, or null for any number
     */
    public record Change(long at, @Nullable Integer stock) {}

    @Nullable
    public Integer at(long moment) {
        Integer stock = initial;
        for (Change change : schedule) {
            if (change.at() <= moment) {
                stock = change.stock();
            }
        }
        return stock;
    }
}
