/** The pacts between client and service: written through the real client, then held against the real stub. */
@NullMarked
package io.gpucloud.contract.pact;

import org.jspecify.annotations.NullMarked;
