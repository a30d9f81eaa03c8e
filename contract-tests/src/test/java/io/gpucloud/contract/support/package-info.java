/** Helpers for tests of several packages: HTTP calls of a stub, programs in processes of their own, and waiting. */
@NullMarked
package io.gpucloud.contract.support;

import org.jspecify.annotations.NullMarked;
