/** Runs the output of tools for the contract against the stub: generated clients, collections, workflows. */
@NullMarked
package io.gpucloud.generators;

import org.jspecify.annotations.NullMarked;
