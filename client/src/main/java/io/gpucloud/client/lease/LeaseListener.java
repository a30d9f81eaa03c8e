package io.gpucloud.client.lease;

/** Gets the events of leases, see {@link LeaseOptions.Builder#listener}. Several threads may call it. */
@FunctionalInterface
public interface LeaseListener {

    /**
     * Called on the thread that causes the event, so it should return quickly. An exception that it throws is logged.
     */
    void onEvent(LeaseEvent event);
}
