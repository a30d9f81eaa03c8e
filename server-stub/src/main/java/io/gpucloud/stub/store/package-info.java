/** Values that belong to the stub as a whole, kept in memory or shared by a cluster. */
@NullMarked
package io.gpucloud.stub.store;

import org.jspecify.annotations.NullMarked;
