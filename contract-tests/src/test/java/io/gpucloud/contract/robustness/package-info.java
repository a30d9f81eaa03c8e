/** Attacks: what comes back from bad bytes, slow callers, crashes and load, and that nothing is lost or left behind. */
@NullMarked
package io.gpucloud.contract.robustness;

import org.jspecify.annotations.NullMarked;
