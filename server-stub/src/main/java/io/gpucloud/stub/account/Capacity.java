package io.gpucloud.stub.account;

import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.Stock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many GPUs of each model an account can have, and how many it holds. */
final class Capacity {

    private final Map<String, Stock> replaced;
    private final Map<String, Integer> held = new HashMap<>();

    Capacity(Map<String, Stock> replaced) {
        this.replaced = new TreeMap<>(replaced);
    }

    void replace(String gpuUuid, Stock stock) {
        replaced.put(gpuUuid, stock);
    }

    Map<String, Stock> replaced() {
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
        Stock own = replaced.getOrDefault(gpu.uuid(), new Stock(gpu.stock(), List.of()));
        return new AccountOverview.GpuStock(
                gpu.uuid(), held.getOrDefault(gpu.uuid(), 0), own.at(moment), own.schedule());
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
