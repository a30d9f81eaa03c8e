package io.gpucloud.stub.account;

import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.StockSchedule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many GPUs of each model an account can have, and how many it holds. */
final class Capacity {

    private final Map<String, StockSchedule> replaced;
    private final Map<String, Integer> held = new HashMap<>();

    Capacity(Map<String, StockSchedule> replaced) {
        this.replaced = new TreeMap<>(replaced);
    }

    void replace(String gpuUuid, StockSchedule stock) {
        replaced.put(gpuUuid, stock);
    }

    Map<String, StockSchedule> replaced() {
        return Map.copyOf(replaced);
    }

    /** Returns the number of scheduled changes that have taken effect. */
    long changesUntil(long moment) {
        return replaced.values().stream()
                .flatMap(stock -> stock.schedule().stream())
                .filter(change -> change.at() <= moment)
                .count();
    }

    AccountOverview.GpuStock stock(Catalog.Gpu gpu, long moment) {
        StockSchedule own = replaced.getOrDefault(gpu.uuid(), new StockSchedule(gpu.stock(), List.of()));
        return new AccountOverview.GpuStock(
                gpu.uuid(), held.getOrDefault(gpu.uuid(), 0), own.at(moment), own.schedule());
    }

    boolean hasFree(Catalog.Gpu gpu, int number, long moment) {
        StockSchedule own = replaced.get(gpu.uuid());
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
