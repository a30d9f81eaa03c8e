/** Programs as users write them. The page of the client shows them, and the build runs them. */
@NullMarked
package io.gpucloud.client.examples;

import org.jspecify.annotations.NullMarked;
