/**
 * The tests of the kit, each of one fact of the contract. Tags name its requirements: an {@code operationId}, the
 * assumptions it rests on, {@code changes} if it sends anything but GET, {@code admin} if it steers a stub.
 */
@NullMarked
package io.gpucloud.contract.kit.behaviour;

import org.jspecify.annotations.NullMarked;
