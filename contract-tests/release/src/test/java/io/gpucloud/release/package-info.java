/** Checks of the staged release, in the form in which Maven Central receives it. */
@NullMarked
package io.gpucloud.release;

import org.jspecify.annotations.NullMarked;
