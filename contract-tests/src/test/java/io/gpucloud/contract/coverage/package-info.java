/** What of the contract the build has seen: each documented answer of each operation, and each member of an answer. */
@NullMarked
package io.gpucloud.contract.coverage;

import org.jspecify.annotations.NullMarked;
