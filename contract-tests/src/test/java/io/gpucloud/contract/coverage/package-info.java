/** Measures which documented responses, and which members of them, the kit and the pacts cover. */
@NullMarked
package io.gpucloud.contract.coverage;

import org.jspecify.annotations.NullMarked;
