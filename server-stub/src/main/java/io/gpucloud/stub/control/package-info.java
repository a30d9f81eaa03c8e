/** What steers a stub: time, keys, and the accounts in memory. */
@NullMarked
package io.gpucloud.stub.control;

import org.jspecify.annotations.NullMarked;
