/** Generated from the contract: its operations. */
@NullMarked
package io.gpucloud.client.api;

import org.jspecify.annotations.NullMarked;
