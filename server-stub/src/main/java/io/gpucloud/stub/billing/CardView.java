package io.gpucloud.stub.billing;

/**
 * A compute card at a moment.
 *
 * @param card the card
 * @param state what it is good for at that moment
 */
public record CardView(Card card, Card.State state) {}
