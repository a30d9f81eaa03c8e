/** Pages of lists. */
@NullMarked
package io.gpucloud.stub.paging;

import org.jspecify.annotations.NullMarked;
