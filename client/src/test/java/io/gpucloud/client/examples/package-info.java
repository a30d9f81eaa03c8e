/** Programs as users write them. The README of the client quotes them, and the build runs them. */
@NullMarked
package io.gpucloud.client.examples;

import org.jspecify.annotations.NullMarked;
