/** The pacts between client and service: written with the real client, then verified against the real stub. */
@NullMarked
package io.gpucloud.contract.pact;

import org.jspecify.annotations.NullMarked;
