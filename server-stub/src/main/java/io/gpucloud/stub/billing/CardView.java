package io.gpucloud.stub.billing;

/** A compute card at a moment. */
public record CardView(Card card, Card.State state) {}
