package io.gpucloud.stub.account;

/** The price by which an instance is billed; assumption {@code billed-price}. */
public enum BilledPrice {
    /** That of its GPU model, for each GPU. */
    GPU,
    /** That of its GPU model, for each GPU, and that of its pod. */
    POD_PLUS_GPU
}
