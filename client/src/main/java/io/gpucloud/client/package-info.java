/**
 * The entry to the client, and its values.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client;

import org.jspecify.annotations.NullMarked;
