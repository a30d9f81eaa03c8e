/** Values that belong to the stub as a whole, kept in memory. */
@NullMarked
package io.gpucloud.stub.store;

import org.jspecify.annotations.NullMarked;
