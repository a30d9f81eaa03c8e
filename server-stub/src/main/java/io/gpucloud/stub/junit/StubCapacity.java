package io.gpucloud.stub.junit;

import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How many GPUs one test's account can have. Instances that hold GPUs keep them. */
public final class StubCapacity {

    private final StubAccount account;

    StubCapacity(StubAccount account) {
        this.account = account;
    }

    /**
     * Sets how many GPUs of a model there are.
     *
     * @param gpuUuid the model
     * @param stock how many
     * @throws IllegalArgumentException if there is no such model or the number is negative
     */
    public void stock(String gpuUuid, int stock) {
        schedule(gpuUuid, stock, new TreeMap<>());
    }

    /**
     * Lets there be any number of GPUs of a model.
     *
     * @param gpuUuid the model
     * @throws IllegalArgumentException if there is no such model
     */
    public void unlimited(String gpuUuid) {
        account.calls().put(path(gpuUuid), AdminCalls.object());
    }

    /**
     * Sets how many GPUs of a model there are over time, in the time of the account: so a model can be free when it is
     * listed and gone when it is ordered.
     *
     * @param gpuUuid the model
     * @param stock how many at first
     * @param changes how many from each moment on
     * @throws IllegalArgumentException if there is no such model or a number is negative
     */
    public void schedule(String gpuUuid, int stock, SortedMap<Instant, Integer> changes) {
        ObjectNode body = AdminCalls.object().put("stock", stock);
        ArrayNode schedule = body.putArray("schedule");
        changes.forEach((at, number) ->
                schedule.addObject().put("at", at.getEpochSecond()).put("stock", number));
        account.calls().put(path(gpuUuid), body);
    }

    private String path(String gpuUuid) {
        return account.path("/gpus/" + AdminCalls.encode(gpuUuid));
    }
}
