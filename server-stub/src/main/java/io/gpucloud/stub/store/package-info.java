/** Values that belong to the stub as a whole, and the conflicts of changes with them. */
@NullMarked
package io.gpucloud.stub.store;

import org.jspecify.annotations.NullMarked;
