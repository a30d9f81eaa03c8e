/** Clients that common code generators make of the contract, compiled and run. */
@NullMarked
package io.gpucloud.generators;

import org.jspecify.annotations.NullMarked;
