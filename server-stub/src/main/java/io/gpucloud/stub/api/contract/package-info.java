/** Generated from the contract: its operations. */
@NullMarked
package io.gpucloud.stub.api.contract;

import org.jspecify.annotations.NullMarked;
