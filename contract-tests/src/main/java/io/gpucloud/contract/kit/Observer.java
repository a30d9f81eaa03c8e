package io.gpucloud.contract.kit;

/** Sees what a run of the kit asks and is answered. */
@FunctionalInterface
public interface Observer {

    /**
     * Called for each answer, before it is judged.
     *
     * @param answer the answer
     * @param faulty whether a fault was set on the account that asked, so that the answer may be the fault
     */
    void saw(Answer answer, boolean faulty);
}
