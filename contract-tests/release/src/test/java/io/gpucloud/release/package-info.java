/** What is released, as Maven Central would get it. */
@NullMarked
package io.gpucloud.release;

import org.jspecify.annotations.NullMarked;
