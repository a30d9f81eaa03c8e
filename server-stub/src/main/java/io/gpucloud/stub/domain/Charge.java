package io.gpucloud.stub.domain;

/** A bill as it is kept: no more than what cannot be computed, because an account keeps very many. */
record Charge(long cents, Channel channel, long sequence, long start, long end) {

    /** This charge and the one after it as one. */
    Charge and(Charge later) {
        return new Charge(cents + later.cents, channel, later.sequence, start, later.end);
    }
}
