/**
 * The compatibility kit: the behaviour of the contract as a program and as a class, run against any base URL. Start at
 * {@link io.gpucloud.contract.kit.GpuCloudContractKit}; the checks are in {@code behaviour} and {@code derived}.
 */
@NullMarked
package io.gpucloud.contract.kit;

import org.jspecify.annotations.NullMarked;
