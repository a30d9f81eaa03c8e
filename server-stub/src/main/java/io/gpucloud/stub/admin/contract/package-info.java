/** Generated from the contract of {@code /__admin}: its operations. */
@NullMarked
package io.gpucloud.stub.admin.contract;

import org.jspecify.annotations.NullMarked;
