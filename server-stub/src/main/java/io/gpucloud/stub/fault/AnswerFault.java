package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong with an answer, on demand.
 *
 * @param id identifier
 * @param target whom it strikes
 * @param effect what goes wrong
 * @param answer what is answered
 * @param delayMillis how long to wait before anything else
 * @param times how often it still strikes, or null for ever
 * @param probability how likely it strikes each time, above 0 and at most 1
 * @param chance where its sequence of chances stands
 */
public record AnswerFault(
        String id,
        Target target,
        Effect effect,
        Answer answer,
        long delayMillis,
        @Nullable Integer times,
        double probability,
        DeterministicRandom chance)
        implements Striking<AnswerFault> {

    /** What goes wrong with an answer. */
    public enum Effect {
        /** Nothing; with a delay, all is as usual, but later. */
        NONE(true),
        /** The fault is the answer. */
        RESPOND(false),
        /** The fault is the answer of an operation that has happened. */
        RESPOND_AFTER_EFFECT(true),
        /** The connection is reset. */
        RESET_CONNECTION(false),
        /** The connection is reset after an operation that has happened. */
        RESET_AFTER_EFFECT(true),
        /** Half of the operation's answer is sent. */
        TRUNCATE_BODY(true),
        /** A page of HTML is the answer. */
        HTML_BODY(false);

        private final boolean operationHappens;

        Effect(boolean operationHappens) {
            this.operationHappens = operationHappens;
        }

        /**
         * Whether the operation that was asked for happens all the same.
         *
         * @return false if the fault comes instead of it
         */
        public boolean operationHappens() {
            return operationHappens;
        }
    }

    /**
     * Whom a fault strikes; null is anybody.
     *
     * @param operation operationId
     * @param apiKey the whole key
     */
    public record Target(
            @Nullable String operation, @Nullable String apiKey) {

        boolean meets(String askedOperation, @Nullable String askedKey) {
            return (operation == null || operation.equals(askedOperation))
                    && (apiKey == null || apiKey.equals(askedKey));
        }
    }

    /**
     * What is answered; null is what is usual for the status.
     *
     * @param status HTTP status
     * @param code result code
     * @param msg message
     * @param body the whole body, as it is
     * @param retryAfter value of the header, in seconds; null for no header
     */
    public record Answer(
            int status,
            @Nullable Integer code,
            @Nullable String msg,
            @Nullable String body,
            @Nullable Integer retryAfter) {}

    @Override
    public AnswerFault with(@Nullable Integer left, DeterministicRandom drawn) {
        return new AnswerFault(id, target, effect, answer, delayMillis, left, probability, drawn);
    }
}
