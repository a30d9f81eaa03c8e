/**
 * What the contract says, as facts that a service shows or does not. Tags say what a fact needs: an {@code operationId}, the
 * assumptions it rests on, {@code changes} if it sends anything but GET, {@code admin} if it steers a stub.
 */
@NullMarked
package io.gpucloud.contract.kit.behaviour;

import org.jspecify.annotations.NullMarked;
