/** Robustness tests: invalid bytes, slow callers, crashes and load. Nothing may be lost or left behind. */
@NullMarked
package io.gpucloud.contract.robustness;

import org.jspecify.annotations.NullMarked;
