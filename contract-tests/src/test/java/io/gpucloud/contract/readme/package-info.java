/** What the README shows, compiled and run. */
@NullMarked
package io.gpucloud.contract.readme;

import org.jspecify.annotations.NullMarked;
