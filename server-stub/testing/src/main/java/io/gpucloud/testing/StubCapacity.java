package io.gpucloud.testing;

import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/** Stock of GPUs of one account. Instances that hold GPUs keep them. */
public final class StubCapacity {

    private final StubAccount account;

    StubCapacity(StubAccount account) {
        this.account = account;
    }

    /**
     * Sets how many GPUs of a model there are.
     *
     * @param gpuUuid identifier of the model
     * @param stock the number, zero or more
     * @throws IllegalArgumentException if there is no such model or the number is negative
     */
    public void stock(String gpuUuid, int stock) {
        schedule(gpuUuid, stock, new TreeMap<>());
    }

    /**
     * Removes the limit on the GPUs of a model.
     *
     * @throws IllegalArgumentException if there is no such model
     */
    public void unlimited(String gpuUuid) {
        put(new JsonObject().add("gpu_uuid", gpuUuid));
    }

    /**
     * Sets how many GPUs of a model there are over time, in the time of the account. A model can then be free when it
     * is listed and gone when it is ordered.
     *
     * @param gpuUuid identifier of the model
     * @param stock the number at first
     * @param changes the number from each moment on
     * @throws IllegalArgumentException if there is no such model or a number is negative
     */
    public void schedule(String gpuUuid, int stock, SortedMap<Instant, Integer> changes) {
        JsonObject body = new JsonObject().add("gpu_uuid", gpuUuid).add("stock", stock);
        JsonArray schedule = new JsonArray();
        changes.forEach((at, number) ->
                schedule.add(new JsonObject().add("at", at.getEpochSecond()).add("stock", number)));
        put(body.add("schedule", schedule));
    }

    private void put(JsonObject stock) {
        account.admin().put(account.path(""), new JsonObject().add("stock", new JsonArray().add(stock)));
    }
}
