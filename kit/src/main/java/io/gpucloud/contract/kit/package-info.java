/**
 * The compatibility kit: the behaviour of the contract as a JUnit suite and as a program, run against any base URL. Start at
 * {@link io.gpucloud.contract.kit.GpuCloudContractKit}; the facts are in {@code io.gpucloud.contract.kit.behaviour}.
 */
@NullMarked
package io.gpucloud.contract.kit;

import org.jspecify.annotations.NullMarked;
