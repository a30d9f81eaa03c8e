/**
 * The tests of the kit, each of one fact of the contract. Tags name its requirements: an {@code operationId}, the
 * assumptions it rests on, {@code admin} if it steers a stub, {@code changes} if it sends anything but GET to any
 * service.
 */
@NullMarked
package io.gpucloud.contract.kit.behaviour;

import org.jspecify.annotations.NullMarked;
