/** What tools make of the contract, run against the stub: generated clients, collections, workflows. */
@NullMarked
package io.gpucloud.generators;

import org.jspecify.annotations.NullMarked;
