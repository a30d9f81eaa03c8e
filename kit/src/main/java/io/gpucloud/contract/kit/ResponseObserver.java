package io.gpucloud.contract.kit;

/** Receives every response of a run. */
@FunctionalInterface
public interface ResponseObserver {

    /**
     * Called for each response, before it is checked.
     *
     * @param faulty whether a fault was set for the calling account, so that the response may be the fault
     */
    void saw(ServiceResponse response, boolean faulty);
}
