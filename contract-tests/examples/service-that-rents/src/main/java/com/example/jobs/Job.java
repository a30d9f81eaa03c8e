package com.example.jobs;

/**
 * A job, as the database has it.
 *
 * @param id also the tag of its lease
 * @param instance its instance, or null as long as it is not known
 * @param message why it does not run, or null
 */
record Job(String id, String pod, int hours, State state, String instance, String message) {

    enum State {
        /** It has to be started. */
        QUEUED,
        /** Its instance runs. */
        RUNNING,
        /** It was ended, and its instance is being destroyed. */
        ENDING,
        ENDED,
        /** Its instance is gone without us. It may be submitted again. */
        LOST,
        /** It cannot be started. It may be submitted again. */
        FAILED,
        /** Perhaps an instance runs for it, which a person has to look for. */
        UNKNOWN
    }
}
