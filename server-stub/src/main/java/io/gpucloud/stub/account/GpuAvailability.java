package io.gpucloud.stub.account;

import io.gpucloud.stub.catalog.Catalog;

/**
 * A GPU model as an account can have it.
 *
 * @param available whether at least one is free
 */
public record GpuAvailability(Catalog.Gpu gpu, boolean available) {}
